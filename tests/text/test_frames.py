from lorehound.text import frames
from lorehound.text.frames import Frames

MENU = "Home | All courses | About us"
EXAMPLE = "An example that one page in four has"


def test_a_few_letters_are_never_frame():
    known = Frames()
    assert [known.learn("a.test", ["Note"]).any() for _ in range(9)] == [False] * 9


def test_what_stands_on_most_pages_is_frame_after_a_few():
    known = Frames()
    flags = [known.learn("a.test", [MENU, f"text {number}"]).tolist() for number in range(6)]
    assert flags[3] == [False, False]
    assert flags[4] == [True, False]


def test_hosts_do_not_share_frames():
    known = Frames()
    for number in range(6):
        known.learn("a.test", [MENU, f"text {number}"])
    assert not known.learn("b.test", [MENU]).any()


def test_what_stands_on_few_of_the_pages_is_no_frame():
    known = Frames()
    for number in range(40):
        flags = known.learn("a.test", [MENU, EXAMPLE if number % 4 == 0 else f"text {number}"])
    known_now = known.learn("a.test", [MENU, EXAMPLE])
    assert flags.tolist() == [True, False]
    assert known_now.tolist() == [True, False]


def test_a_new_look_replaces_the_old_one():
    known = Frames()
    for number in range(150):
        known.learn("a.test", ["the old menu of the site", f"text {number}"])
    for number in range(150):
        known.learn("a.test", ["the new menu of the site", f"more {number}"])
    assert known.learn("a.test", ["the old menu of the site", "the new menu of the site"]).tolist() == [False, True]


def test_memory_is_bounded():
    known = Frames()
    for number in range(frames.MOST_HOSTS + 10):
        known.learn(f"{number}.test", [MENU])
    assert len(known) == frames.MOST_HOSTS
    for number in range(30):
        known.learn("a.test", [MENU, *(f"{number} {line}" for line in range(frames.MOST_BLOCKS // 10))])
    assert len(known) <= frames.MOST_HOSTS + frames.MOST_BLOCKS
    assert known.learn("a.test", [MENU]).all()
