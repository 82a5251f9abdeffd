"""Session keys of this package; each is also the CSS class of its widget or container."""

PAGES = "pages"
TRAINING_STATUS = "training_status"
SHOWN_TRAINING = "shown_training"  # the mark of the training that the page was last drawn for
ASKED = "asked"  # what the link of this visit asks for, until it is answered
