"""The Transformer. Read: config, kind, masks, taps, attention, layers, encoder_decoder, language_model."""
