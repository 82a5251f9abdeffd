"""Session keys of this package; each is also the CSS class of its widget or container."""

TIME_TRAVEL = "time_travel"
TRAINING_STEPS = "training_steps"  # those one can go to
VISITOR = "visitor"  # the secret this visitor is known by
SHOWN_MARKS = "shown_marks"  # what a view that follows trainings was last drawn for
