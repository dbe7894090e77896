"""A query of the library as a question to the search index."""

from collections.abc import Callable

import tantivy
from tantivy import Occur, Query

from lorehound.library import contract
from lorehound.library.order import GRADES
from lorehound.library.search.fields import WHOLE_LIBRARY, WORDS
from lorehound.library.search.match import HEADINGS_WEIGHT, TEXT_WEIGHT, TITLE_WEIGHT
from lorehound.library.search.parse import Term, parse

Points = frozenset[tuple[str, str]] | None
"""(topic, point) of all that a query's point stands for; None when it asks for none."""

_WEIGHTS = {"title": TITLE_WEIGHT, "headings": HEADINGS_WEIGHT, "text": TEXT_WEIGHT}


class Asker:
    """Makes questions to the index as it is now."""

    def __init__(self, schema: tantivy.Schema, searcher: tantivy.Searcher) -> None:
        self._schema = schema
        self._searcher = searcher

    def question(self, query: contract.Query, points: Points) -> Query:
        """Matches what ``query`` asks for; only its text counts for relevance."""
        search = parse(query.text)
        if not (search.wanted or search.unwanted):
            return Query.empty_query()
        parts = [(Occur.Must, self._term(term)) for term in search.wanted] or [(Occur.Must, Query.all_query())]
        parts += [(Occur.MustNot, self._term(term)) for term in search.unwanted]
        parts += [(Occur.Must, Query.const_score_query(part, 0.0)) for part in self._filters(query, points)]
        return Query.boolean_query(parts)

    def with_points(self, question: Query, points: Points) -> Query:
        """A question narrowed to what has one of ``points``."""
        values = [f"{topic}/{point}" for topic, point in points or ()]
        return Query.boolean_query(
            [(Occur.Must, question), (Occur.Must, Query.term_set_query(self._schema, "point", values))]
        )

    def with_grade(self, question: Query, number: int) -> Query:
        """A question narrowed to a grade of difficulty, counted from 0."""
        grade = self._range("known_difficulty", number / GRADES, (number + 1) / GRADES, last=number == GRADES - 1)
        return Query.boolean_query([(Occur.Must, question), (Occur.Must, grade)])

    def after(self, question: Query, field: str, number: int) -> Query:
        """A question narrowed to what comes after ``number`` in the order of ``field``."""
        later = Query.range_query(
            self._schema, field, tantivy.FieldType.Unsigned, lower_bound=number, include_lower=False
        )
        return Query.boolean_query([(Occur.Must, question), (Occur.Must, Query.const_score_query(later, 0.0))])

    def frequency(self, token: str) -> int:
        """In how many documents a word stands."""
        return max(self._searcher.doc_freq(name, token) for name in WORDS)

    def word(self, token: str) -> Query:
        """Matches a word; one that stands nowhere is taken for misspelt, and what is an edit or two away matches."""
        if len(token) == 1:
            return Query.const_score_query(Query.term_query(self._schema, "singles", token, "basic"), 0.5)
        if _may_be_misspelt(token) and not self.frequency(token):
            distance = 1 if len(token) < 8 else 2
            return self._anywhere(lambda name: Query.fuzzy_term_query(self._schema, name, token, distance=distance))
        return self._anywhere(lambda name: Query.term_query(self._schema, name, token))

    def _filters(self, query: contract.Query, points: Points) -> list[Query]:
        wanted = {
            "topic": (query.topic or WHOLE_LIBRARY,),
            "type": query.types,
            "language": query.languages,
            "host": query.hosts,
            "license": query.licenses,
            "label": query.labels,
            "review_state": query.review_states,
        }
        filters = [
            Query.term_query(self._schema, name, values[0], "basic")
            if len(values) == 1
            else Query.term_set_query(self._schema, name, values)
            for name, values in wanted.items()
            if values
        ]
        if points is not None:
            named = [f"{topic}/{point}" for topic, point in points]
            filters.append(Query.term_set_query(self._schema, "point", named))
        if query.difficulty_min is not None or query.difficulty_max is not None:
            filters.append(self._range("known_difficulty", query.difficulty_min, query.difficulty_max, last=True))
        return filters

    def _range(self, field: str, least: float | None, most: float | None, *, last: bool) -> Query:
        return Query.range_query(
            self._schema,
            field,
            tantivy.FieldType.Float,
            lower_bound=0.0 if least is None else least,
            upper_bound=1.0 if most is None else most,
            include_upper=last,
        )

    def _term(self, term: Term) -> Query:
        if term.prefix:
            beginning = self._anywhere(
                lambda name: Query.fuzzy_term_query(self._schema, name, term.tokens[0], distance=0, prefix=True)
            )
            single = Query.term_query(self._schema, "singles", term.tokens[0], "basic")
            return Query.boolean_query([(Occur.Should, beginning), (Occur.Should, single)])
        if term.phrase:
            return self._anywhere(lambda name: Query.phrase_query(self._schema, name, list(term.tokens)))
        return Query.boolean_query([(Occur.Must, self.word(token)) for token in term.tokens])

    def _anywhere(self, part: Callable[[str], Query]) -> Query:
        return Query.boolean_query(
            [(Occur.Should, Query.boost_query(part(name), weight)) for name, weight in _WEIGHTS.items()]
        )


def _may_be_misspelt(token: str) -> bool:
    return len(token) > 3 and token.isascii() and token.isalpha()
