"""A campaign told as a story: values in no format, made of what people wrote and a closed list of joining words.

`model` is what it is made of, `story_builder` makes it record by record, `paragraphs` puts one test into
sentences, `people` is the page in front, `lengths` shortens it, `subjects` are those it is about.
"""
