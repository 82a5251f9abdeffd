"""The names, in links and on the page, of what stands for the weights of heads that are switched off."""

ZERO, UNIFORM = "zero weights", "uniform weights"
