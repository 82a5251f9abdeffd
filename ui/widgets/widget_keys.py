"""Session keys of the shared widgets and containers; each is also the container's CSS class."""

TOKENS = "tokens"
COMPLETION = "completion"
EXAMPLES = "examples"
SHORT_SENTENCE = "short_sentence"
CANDIDATES = "candidates"
HEAD_CHOICE = "head_choice"
ATTENTION = "attention"
ATTENTION_CHART = "attention_chart"
MAP_OPTIONS = "reading"
HEADS = "heads"
HEADS_CHART = "heads_chart"
SIGNED = "signed_"  # prefix of the keys of containers of signed matrices
EDITOR = "editor_"  # prefix of the keys of matrix editors
UPLOAD = "upload"
CLICKS = "clicks"  # number of clicks on charts so far
PLAYING = "playing"  # name of the running playback, "" for none
TICKED = "ticked_"  # prefix; by the name of a playback: time of its last tick, by the monotonic clock
UPLOADED = "uploaded_"  # prefix; the matrices of the last valid file
REFUSED = "refused_"  # prefix; why the last file is invalid, "" if it is valid
LINKED = "linked"  # the edited cells in this session's link, and the checksum of the numbers they belong to
N_STEPS = "n_steps"  # number of decoding steps shown
FOLLOWS_DEFAULT = "follows_end"  # True while no visitor has chosen a decoding step
DEFAULT_STEP = "rest"  # the decoding step shown while no visitor has chosen one
PREVIOUS_DEFAULTS = "earlier_rests"  # the last default steps, and when each ended, by the monotonic clock
STEPPED_SENTENCE = "seen_sentence"  # the sentence that the step slider was last drawn for
CORRECTED_SLIDER = "put_right"  # the sentence and the number of steps for which the slider was last corrected
