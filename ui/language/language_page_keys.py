"""Session keys of this page; each is also the CSS class of its widget or container."""

GENERATED = "written"
LANGUAGE_STATUS = "language_status"
LOSSES = "losses"
CONTINUATIONS = "writes"
LOSS_ROWS = "reads"
SAMPLING = "drawing"
CAUSAL, LEAKY = "causal", "leaky"  # the maps of the two models
SHOWN_LANGUAGE = "shown_language"  # the states of both trainings that the page was last drawn for
