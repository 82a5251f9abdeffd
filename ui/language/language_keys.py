"""Session keys of this page; each is also the CSS class of its widget or container."""

WRITTEN = "written"
LANGUAGE_STATUS = "language_status"
LOSSES = "losses"
WRITES = "writes"
READS = "reads"
DRAWING = "drawing"
CAUSAL, LEAKY = "causal", "leaky"  # the two models side by side
SHOWN_LANGUAGE = "shown_language"  # the same for both language models
