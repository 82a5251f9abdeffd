"""Session keys of this package; each is also the CSS class of its widget or container."""

HEADER = "header"
PAGES = "pages"
TRAINING_STATUS = "training_status"
SHOWN_TRAINING = "shown_training"  # the state of the training that the page was last drawn for
SHOWN_PAGE = "shown_page"  # title of the page that was last opened
PAGE_LINKS = "page_links"  # the choices in the URL of each page, by title, the page used last at the end
OFFERED_LINKS = "offered_links"  # choices for pages that have not been open, by title
LINK_VALUES = "link_values"  # the query parameters of this session's link, until rejected ones are reported
