"""Session keys of this page; each is also the CSS class of its widget or container."""

PROBES = "probes"
LOSS_CURVES, SCORE_CURVES = "loss_curves", "score_curves"
COMPARE_CHOICE = "compare_choice"
PROBE = "probe_"  # prefix of the keys of its maps
COMPARED = "compared"  # the maps of two runs and their difference
RUN_LIST = "run_list"
RUN_ = "run_"  # prefix of the keys of a run in the list and of its buttons
UPLOAD = "run_upload"  # an archive of a run
CHOOSE_ = "choose_"  # prefix of the keys of the boxes that choose a run
NEW_NAME = "new_name"
NEW_NEEDS = "new_needs"
START = "start"
CORPUS = "corpus"
CORPUS_WORDS = "corpus_words"  # container of their table
CORPUS_FILE = "corpus_file"
PASTED = "pasted"
OWN_CORPUS = "own_corpus"  # the corpus that the visitor provided
CORPUS_SOURCE = "corpus_source"  # where that corpus is from: "file" or "text"
CORPUS_PROBLEMS = "corpus_problems"  # of what the visitor provided last: "file" or "text", and a sentence each
CLEARS_NAME = "clears_name"  # True until the box is emptied in which the name of the last new run was typed
IS_STARTED = "is_started"  # True until a training that was just started is shown
BLEU = "bleu"  # the serial number of the snapshot whose BLEU is shown
MESSAGE = "message"  # shown once, the next time the list of runs is drawn
IS_RENAMED = "is_renamed"  # True until the header is drawn with the new name of a run
N_UPLOADS = "n_run_uploads"  # archives uploaded so far; each gets a box of its own
MAP, MAP_DIFFERENCE = "map_", "map_difference"  # prefix of the keys of the two maps, and their difference
