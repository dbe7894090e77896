"""Lorehound: point it at a course, get a library.

A page's life, one natural way (each room's first line names its step):

1. seed      Topic + Seed -> Candidate                      ``cli`` calls ``frontier.put``
2. frontier  Candidate -> the best next Candidate           ``frontier``
3. fetch     Candidate -> Page                              ``crawl``
4. keep      Page -> place in the page store                ``archive``
5. clean     Page -> CleanText                              ``text``, ``sites``
6. judge     CleanText + Topic -> Verdict                   ``focus``
7. links     links + Verdict -> scored Candidates           ``focus``, back to step 2
8. resource  CleanText + Verdict -> Resource                ``sites``, ``flow``
9. store     Resource -> new, changed, or duplicate-of      ``library``
10. process  Resource -> knowledge points, review, lists    ``processing``
11. show     query -> JSON, page, file                      ``cli``, ``processing.export``

Start reading at ``flow.py``: it does steps 5 to 8 as one call.
"""

__version__ = "0.1.0"
