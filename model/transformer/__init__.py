"""The Transformer, to be read in this order: config, kind, masks, taps, attention, layers, encoder_decoder."""
