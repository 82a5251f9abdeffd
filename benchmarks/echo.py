"""The floor: a page that only repeats the sentence. Nothing on this platform can answer a key faster."""

import streamlit as st

sentence = st.text_input("Sentence", live="0ms", key="sentence", bind="query-params")
with st.container(key="echo"):
    st.write(sentence)
