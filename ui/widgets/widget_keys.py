"""Session keys of the shared widgets and containers; each is also the container's CSS class."""

TOKENS = "tokens"
COMPLETION = "completion"
EXAMPLES = "examples"
SHORT_SENTENCE = "short_sentence"
CANDIDATES = "candidates"
HEAD_CHOICE = "head_choice"
ATTENTION = "attention"
READING = "reading"
HEADS = "heads"
HEADS_CHART = "heads_chart"
SIGNED = "signed_"  # begins the key of every container of a signed matrix
EDITOR = "editor_"  # begins the key of every editor of a matrix
UPLOAD = "upload"
CLICKS = "clicks"  # clicks on the overview so far
FOLLOWS_END = "follows_end"  # whether the step moves with the end of the translation
PLAYING = "playing"  # what advances by itself now
UPLOADED = "uploaded_"  # begins the names of the matrices of the last file that could be read
REFUSED = "refused_"  # begins the names of why the last file could not be, "" where it could
LINKED = "linked"  # the edited cells this visit's link came with, and the mark of the numbers they were read for
TICKED = "ticked_"  # begins the names of when it last did, by the monotonic clock
N_STEPS = "n_steps"  # steps of the translation shown
SEEN_SENTENCE = "seen_sentence"  # the sentence the stepper was last drawn for
PUT_RIGHT = "put_right"  # the sentence and number of steps for which the slider was last put right
REST = "rest"  # where the slider rests now
EARLIER_RESTS = "earlier_rests"  # where the slider rested of late before it moved by itself, and until when
