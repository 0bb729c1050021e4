"""The laboratory: simulations, experiments and their reports, the ladder of bots, and the fuzzer."""
