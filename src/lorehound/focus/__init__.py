"""Steps 6 and 7, judge and links: CleanText + Topic -> Verdict, links + Verdict -> scored links. Pure; state is
passed in.

A page is read once (``reading.Reading.of``); ``relevance.judge`` gives its verdict, a strategy of ``strategies`` scores
its links, and ``learning.observe`` says what it teaches. ``Profile`` is the topic made ready, ``Learnt`` the state.
"""
