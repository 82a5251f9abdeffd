"""Session keys of this page; each is also the CSS class of its widget or container."""

TRANSLATION = "translation"
MAP_CAPTION = "map_caption"
STEP_CLICKS = "step_clicks"
FIRST_CHOICES = "first_choices"  # the values of the controls at the first view
IS_TOUCHED = "is_touched"  # True once a visitor has changed one of them
