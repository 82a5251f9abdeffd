"""Header, navigation, training status and link errors: the frame of every page."""
