"""Work done in other processes: bot decisions, replay, odds, advice and reviews."""
