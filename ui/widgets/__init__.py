"""Controls that several pages share; none imports code of a page."""
