"""The views of the training page, and what they are called there and in its link."""

WATCH, COMPARE, NEW, RUNS = "Watch", "Compare", "New", "Runs"
