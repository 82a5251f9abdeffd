"""Session keys of this page; each is also the CSS class of its widget or container."""

PROBES = "probes"
COURSE = "course"
COMPARE_CHOICE = "compare_choice"
COMPARED = "compared"  # the maps of two runs, and their difference
RUN_LIST = "run_list"
RUN_ = "run_"  # begins the key of every run of the list, and of what is done with it
LOADED = "loaded"  # a file with a run
CHOOSE_ = "choose_"  # begins the keys of the boxes that choose a run
NEW_NAME = "new_name"
NEW_NEEDS = "new_needs"
START = "start"
CORPUS = "corpus"
CORPUS_FILE = "corpus_file"
PASTED = "pasted"
OWN_CORPUS = "own_corpus"  # the corpus a visitor brought
CORPUS_PROBLEMS = "corpus_problems"  # why the last text that was brought cannot be used, a sentence each
BLEU = "bleu"  # the weights whose BLEU was asked for: the digest of the run, and the step
SAID = "said"  # what came of loading a run, for the next time its view is drawn
N_LOADED = "n_loaded"  # files with runs so far: each gets a box of its own
