"""Session keys of this page; each is also the CSS class of its widget or container."""

TRANSLATION = "translation"
MAP_CAPTION = "map_caption"
MAP_LINE = "map_line"  # the caption, and the choice between map and lines
SWITCHBOARD = "switchboard"
CHANGES = "changes"  # the changes, each removed by a click
SWITCH = "switch"  # the button that switches the head shown off or on
EDIT_ROW = "edit_row"  # the popover that gives a row other weights
EDITED_ROW = "edited_row"
PINNED_KEY = "pinned_key"
ROW_TABLE = "row_table_"  # prefix of the keys of tables of weights
RESET = "reset"
BRANCHES = "branches"  # the sentence, the intervention shown last, and those before it
BRANCH_ROW = "branch_row_"  # prefix of the keys of their containers
BRANCH = "return_"  # prefix of the keys of the buttons that return to them
INTERVENTION = "intervention"  # the changes of the last run
FORCED_SENTENCE = "forced_sentence"  # the sentence whose tokens are forced
BEAM_TREE = "beam_tree"
HYPOTHESIS_ROW = "hypothesis_row_"  # prefix of the keys of their containers
HYPOTHESIS = "hypothesis_"  # prefix of the keys of the buttons that show them
STEP_CLICKS = "step_clicks"
FIRST_CHOICES = "first_choices"  # the values of the controls at the first view
IS_TOUCHED = "is_touched"  # True once a visitor has changed one of them
TAKE_AWAY = "take_away"  # the expander of downloads
DOWNLOAD_HTML = "download_html"
DOWNLOAD_JSON = "download_json"
DOWNLOAD_NPZ = "download_npz"
