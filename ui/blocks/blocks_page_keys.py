"""Session keys of the Building blocks page; each is also the CSS class of its widget or container."""

BLOCK = "block"  # the diagram of a block, and the stage chosen in it
SHOWN_STAGE = "shown_stage"
DIAGRAM_CHART = "diagram_chart"
BATCH = "batch"
ALL_SENTENCES = "all_sentences"
BATCH_CHART = "batch_chart"
STREAM_CHART = "stream_chart"
POSITIONS_CHART, SIMILARITY_CHART, WAVES_CHART = "positions_chart", "similarity_chart", "waves_chart"
