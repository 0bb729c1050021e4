"""Environments for learning agents: PettingZoo, Gymnasium, OpenSpiel and notebooks.

Each interface has its own module and needs its library (`pip install hippodrome[ai]`); the shared part is in
`session.py`. `docs/reinforcement-learning.md` explains actions, observations, rewards and chance.
"""
