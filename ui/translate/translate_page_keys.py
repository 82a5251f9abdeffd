"""Session keys of this page; each is also the CSS class of its widget or container."""

TRANSLATION = "translation"
