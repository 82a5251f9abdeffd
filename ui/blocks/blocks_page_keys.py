"""Session keys of the Building blocks page; each is also the CSS class of its widget or container."""

DIAGRAM_CHART = "diagram_chart"
BATCH_CHART = "batch_chart"
