"""Session keys of the Attention page; each is also the CSS class of its widget or container."""

STEPS = "steps"  # the matrices, and the sums behind one weight beside them
CHAIN = "chain"
CELL = "cell"
WEIGHTS_CHART = "weights_chart"
MEASURE = "measure"
MEASURED = "measured"  # width and measured times of softmax and linear attention
COST_CHART = "cost_chart"
