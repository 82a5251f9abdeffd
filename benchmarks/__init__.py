"""What the README's numbers come from: every figure next to its floor, measured in one run."""
