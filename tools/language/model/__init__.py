"""A language model behind the language and answers ports: any service that speaks the OpenAI chat wire format.

The model reads words into quoted phrases; code makes dates, places and amounts of them, and drops what it cannot check.
Nothing here imports the client library until the first message is read.
"""
