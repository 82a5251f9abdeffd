"""Session keys of this package; each is also the CSS class of its widget or container."""

TIME_TRAVEL = "time_travel"
RUNNING_STEP, KEPT_STEP = "running_step", "kept_step"  # containers of the slider
NEWEST = "newest"
EARLIER_STEP = "earlier_step"  # the run of the URL and its step that were shown last, None if it was the newest
STEPPED_RUN = "stepped_run"  # the run of the URL, and the run whose steps the slider was last drawn for
KEPT_STEPS = "training_steps"  # the steps of the slider
VISITOR = "visitor"  # the visitor's secret
UNSTORED_VISITOR = "unstored_visitor"  # True until the browser stores or renews it
AWAITED_IN_VAIN = "awaited_in_vain"  # digests of the runs whose first weights did not come in time
SHOWN_VERSIONS = "shown_versions"  # of the followed runs when the page was last drawn
PLAY_TRAINING = "play_training"  # the playback of training steps
