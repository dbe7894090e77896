from pathlib import Path

import pytest

from lorehound.archive.open import KINDS, open_store
from lorehound.errors import BadSetting
from lorehound.settings import SETTINGS


def test_every_kind_of_the_setting_opens(tmp_path: Path):
    [setting] = [setting for setting in SETTINGS if setting.name == "store.pages"]
    assert setting.choices == KINDS
    for kind in KINDS:
        open_store(tmp_path / kind, kind).close()
        assert not (tmp_path / kind).exists()


def test_an_unknown_kind_is_said(tmp_path: Path):
    with pytest.raises(BadSetting, match="'tape'; it takes one of warc, files, database"):
        open_store(tmp_path, "tape")
