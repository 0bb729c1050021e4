"""Run the attacks; see `runner`."""

from attacks.runner import main

main()
