"""The runs of a visitor: choosing one, following its training, and limits on what a visitor may train."""
