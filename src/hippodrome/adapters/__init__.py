"""Doors for learning programs: PettingZoo, Gymnasium, OpenSpiel and notebooks.

Each door is a module of its own and needs its library (`pip install hippodrome[ai]`); what they share is in
`door.py`. `docs/reinforcement-learning.md` explains actions, observations, rewards and chance.
"""
