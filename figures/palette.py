"""Colours that mean something, the same in every picture.

Text is not coloured here: the page's style sheet lets labels take the page's own colour, in light and in dark.
"""

# Perceptually uniform and colour-blind safe (Smith & van der Walt 2015); dark is ignored, bright is looked at.
ATTENTION_SCALE = "Viridis"
CURRENT = "#f76707"  # what is chosen: the current step, the current head
GOLD_FILL, GOLD_EDGE = "#ffffff", "#1a1a1a"  # legible on every colour of the scale
CLEAR = "rgba(0,0,0,0)"
