"""What older versions have written."""

import json
from dataclasses import replace

from core.table.codec import dump_result, load_result
from core.table.events import Settled
from tests.tables import dealt


def test_a_result_written_before_its_options_were_kept_has_none() -> None:
    (result,) = [event.result for event in dealt().submit_all() if isinstance(event, Settled)]
    assert load_result(dump_result(result)) == result
    assert result.options is not None
    written = json.loads(dump_result(result))
    del written["options"]
    assert load_result(json.dumps(written)) == replace(result, options=None)
