"""Echo page: it only repeats the sentence, so its latency is the floor for every page of this platform."""

import streamlit as st

sentence = st.text_input("Sentence", live="0ms", key="sentence", bind="query-params")
with st.container(key="echo"):
    st.write(sentence)
