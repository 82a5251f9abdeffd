"""Session keys of this page; each is also the CSS class of its widget or container."""

GENERATED = "generated"
LANGUAGE_STATUS = "language_status"
LOSSES = "losses"
CONTINUATIONS = "continuations"
LOSS_ROWS = "loss_rows"
SAMPLING = "sampling"
CAUSAL, LEAKY = "causal", "leaky"  # the maps of the two models
SHOWN_LANGUAGE = "shown_language"  # the states of both trainings that the page was last drawn for
AGAIN = "again_"  # prefix; by the name of a model
