"""What is read from the log of ModemManager, in its own words (1.20.4)."""

from cardtable_lab.kernel.inside.modem import Said

_LEFT_ALONE = """\
<debug> [000001.500804] [plugin-manager] task 0: min wait time elapsed
<debug> [000001.500804] [filter] (tty/ttyACM0) port filtered: forbidden
<debug> [000002.501807] [plugin-manager] task 0: finished in '2.501716' seconds
"""
_ASKS = """\
<debug> [000000.000085] [filter] (tty/ttyACM0) port allowed: device is allowlisted
<debug> [000001.501043] [ttyACM0/at] --> 'AT<CR>'
<debug> [000001.501043] [ttyACM0/at] <-- '{"t":1}<LF>'
<debug> [000004.609592] [ttyACM0/at] --> 'AT<CR>'
<debug> [000019.612465] [plugin-manager] task 0,ttyACM0: finished in '19.612378' seconds
"""


def test_a_port_is_left_alone() -> None:
    assert Said.of(_LEFT_ALONE) == Said(is_done=True, asked=0, came=0, left_alone=True)


def test_it_asks_and_reads_what_is_not_for_it() -> None:
    assert Said.of(_ASKS) == Said(is_done=False, asked=2, came=1, left_alone=False)
    done = f"{_ASKS}<debug> [000019.612466] [plugin-manager] task 0: finished in '19.612380' seconds\n"
    assert Said.of(done).is_done
