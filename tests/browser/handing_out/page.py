"""A page that hands whoever looks a file of their own."""

import streamlit as st

st.download_button("Take it", f"for {st.user.to_dict().get('email')} alone", "mine.txt")
