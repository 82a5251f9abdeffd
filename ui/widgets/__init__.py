"""Controls that more than one page uses; none of them knows a page."""
