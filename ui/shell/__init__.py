"""What every page opens with: header, navigation, training status, errors of links."""
