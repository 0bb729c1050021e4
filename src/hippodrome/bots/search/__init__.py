"""Generic lookahead search: budgets, search policies, rollouts and plans. Knows no game."""
