"""What is done to a checkout before it is installed on a bare Debian."""

import pytest

from cardtable_lab.bench.appliance.story import BREAKS, ROOT


@pytest.mark.parametrize("what", BREAKS)
def test_a_version_that_has_to_fail_is_spoilt(what: str) -> None:
    file, sound, broken = BREAKS[what]

    assert (ROOT / file).read_text().count(sound) == 1
    assert broken != sound
