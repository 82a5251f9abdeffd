"""The source of the README's numbers: every figure is measured beside its floor in one run."""
