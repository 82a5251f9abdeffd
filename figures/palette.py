"""Colours that mean something, the same in every picture.

Text is not coloured here: the page's style sheet lets labels take the page's own colour, in light and in dark.
"""

# Perceptually uniform and colour-blind safe (Smith & van der Walt 2015); dark is ignored, bright is looked at.
ATTENTION_SCALE = "Viridis"
CURRENT = "#f76707"  # what is chosen: the current step, the current head
GOLD_FILL, GOLD_EDGE = "#ffffff", "#1a1a1a"  # legible on every colour of the scale
CLEAR = "rgba(0,0,0,0)"
# Signed numbers: blue below zero, red above, colour-blind safe. Half clear, so that the page shines through in light
# and in dark, and numbers in the page's own colour can be read on every cell.
SIGNED_SCALE = ((0.0, "rgba(33,102,172,0.62)"), (0.5, "rgba(128,128,128,0.07)"), (1.0, "rgba(209,50,60,0.62)"))
FIRST, SECOND = "#4c8bd6", "#f08c2e"  # two lines in one picture, legible in light and in dark
# The difference of two: more of the first, more of the second, and where they agree the page itself.
# It leaves zero quickly, for most differences are small.
DIFFERENCE_SCALE = (
    (0.0, FIRST),
    (0.35, "rgba(76,139,214,0.5)"),
    (0.5, "rgba(128,128,128,0.07)"),
    (0.65, "rgba(240,140,46,0.5)"),
    (1.0, SECOND),
)
FAINT = "rgba(128,128,128,0.25)"
LINES = (FIRST, SECOND, "#2f9e6e", "#9c6ade")  # more of them
BOX, GROUP, STROKE = "rgba(128,128,128,0.16)", "rgba(76,139,214,0.12)", "rgba(128,128,128,0.9)"  # of drawings
