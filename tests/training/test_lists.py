from training.lists import faults, read_lists
from training.sites import listed


def test_no_package_stands_in_two_lists_and_all_that_is_learnt_from_is_listed():
    assert faults(read_lists(), frozenset(site.package for site in listed())) == []


def test_a_package_in_two_lists_is_named():
    lists = {"train": frozenset({"a-doc", "b-doc"}), "choose": frozenset({"b-doc"}), "final": frozenset({"c-doc"})}
    assert faults(lists, frozenset({"a-doc"})) == ["b-doc stands in train and in choose"]
    assert faults(lists, frozenset({"c-doc"}))[1:] == ["c-doc is learnt from but does not stand in train"]
