# The same verbs as ./play, for those who type make. ARGS="..." adds arguments.
.PHONY: play help test check fix bench soak screenshots types fuzz

play:
	./play $(ARGS)

help test check fix bench soak screenshots types fuzz:
	./play $@ $(ARGS)
