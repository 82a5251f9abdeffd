"""Session keys of this page; each is also the CSS class of its widget or container."""

CELL = "cell"
MEASURE = "measure"
MEASURED = "measured"  # times of softmax and linear attention, once somebody asked
