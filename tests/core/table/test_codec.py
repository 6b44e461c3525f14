"""What older versions have written."""

import json
from dataclasses import replace

from core.table import codec
from core.table.codec import dump, dump_result, load, load_result
from core.table.events import Settled
from tests.tables import dealt


def test_a_result_written_before_its_options_were_kept_has_none() -> None:
    (result,) = [event.result for event in dealt().submit_all() if isinstance(event, Settled)]
    assert load_result(dump_result(result)) == result
    assert result.options is not None
    written = json.loads(dump_result(result))
    del written["options"]
    assert load_result(json.dumps(written)) == replace(result, options=None)


def test_how_a_type_is_read_is_worked_out_once() -> None:
    table = dealt().table
    codec._reader.cache_clear()
    assert load(dump(table)) == table
    worked_out = codec._reader.cache_info().misses
    assert worked_out > 0
    assert load(dump(table)) == table
    assert codec._reader.cache_info().misses == worked_out
