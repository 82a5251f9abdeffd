"""Colours that have a meaning, the same in every figure.

Text has no colour here: the style sheet gives labels the page's text colour, in light and in dark.
"""

from plotly.colors import get_colorscale

# Perceptually uniform and colour-blind safe (Smith & van der Walt 2015); dark is a low weight, bright a high one.
ATTENTION_SCALE = tuple((place, color) for place, color in get_colorscale("Viridis"))
HIGHLIGHT = "#f76707"  # the chosen step, head or cell
GOLD_FILL, GOLD_EDGE = "#ffffff", "#1a1a1a"  # legible on every colour of the scale
GOLD_NAME = "gold alignment"  # in the legend of saved pictures
CLEAR = "rgba(0,0,0,0)"
HOVER_FILL, HOVER_TEXT = "#333333", "#ffffff"  # of hover texts, in light and in dark
# Signed numbers: blue below zero, red above, colour-blind safe. Half transparent, so that numbers in the page's text
# colour are legible on every cell, in light and in dark.
SIGNED_SCALE = ((0.0, "rgba(33,102,172,0.62)"), (0.5, "rgba(128,128,128,0.07)"), (1.0, "rgba(209,50,60,0.62)"))
FIRST, SECOND = "#4c8bd6", "#f08c2e"  # two lines of one figure, legible in light and in dark
# A difference: towards the first, towards the second, almost transparent at zero.
# The scale leaves zero quickly, because most differences are small.
DIFFERENCE_SCALE = (
    (0.0, FIRST),
    (0.35, "rgba(76,139,214,0.5)"),
    (0.5, "rgba(128,128,128,0.07)"),
    (0.65, "rgba(240,140,46,0.5)"),
    (1.0, SECOND),
)
FAINT = "rgba(128,128,128,0.25)"
LINE_COLORS = (FIRST, SECOND, "#2f9e6e", "#9c6ade")
# Heads of one layer drawn as lines; more heads than colours use them again.
HEAD_COLORS = (*LINE_COLORS, "#d6455d", "#1ba1b5", "#b07d1e", "#d868b4", "#7a8f1f", "#8a6f5c", "#5a6fd8", "#c2553a")
# Two quantities of the first or only run in one figure, and of the second run: no two lines share a colour.
RUN_COLORS = ((LINE_COLORS[0], LINE_COLORS[2]), (LINE_COLORS[1], LINE_COLORS[3]))
TRAINING_DASH = "dash"  # measured on training sentences; any other line is solid
BOX, GROUP, STROKE = "rgba(128,128,128,0.16)", "rgba(76,139,214,0.12)", "rgba(128,128,128,0.9)"  # of diagrams
