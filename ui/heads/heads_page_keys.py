"""Session keys of this page; each is also the CSS class of its widget or container."""

ROLES = "roles"
ROLE_RULES = "role_rules"  # container of the table of rules
GRID = "head_grid"
HEADS_TABLE = "heads_table"
TYPICAL = "typical_sentences"  # container of their table
BARS = "attribution_bars"
AGREEMENT = "attribution_agreement"  # container of the table
IMPORTANCE = "importance"  # container of its table
SHOWN_IMPORTANCE, SHOWN_AGREEMENT = "shown_importance", "shown_agreement"  # the progress when the page was drawn
OPENED = "opened_head"  # the head clicked in the picture, until its page opens
ALIGNERS = "aligners"
LINKS = "aligner_links"  # the links of one sentence
