from lorehound.text.keywords import keywords

TEXT = "The index of a B-tree finds a row fast. A query that finds no index reads every row of the table. " * 4


def test_the_heaviest_words_come_first_with_weights_up_to_one():
    found = keywords(TEXT, limit=4)
    assert found[0][1] == 1.0
    assert {"index", "row"} <= {word for word, _ in found}
    assert [weight for _, weight in found] == sorted((weight for _, weight in found), reverse=True)


def test_words_of_the_title_weigh_more():
    text = "Trees grow. Heaps shrink. Heaps split. Trees rot. Grow heaps."
    assert keywords(text)[0][0] == "heap"
    assert keywords(text, title="The tree")[0][0] == "tree"


def test_words_that_stand_together_are_one():
    text = "红黑树是平衡树。红黑树的插入，红黑树的删除，红黑树的旋转。" * 2
    assert "红黑树" in dict(keywords(text))
    assert "load balanc" in dict(keywords("Load balancing. " * 5 + "Servers share load balancing."))


def test_nothing_has_no_keywords():
    assert keywords("the of and") == ()
