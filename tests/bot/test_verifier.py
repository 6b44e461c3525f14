"""The programs that are given to players: they share no code with the project, so they are loaded from their files."""

import copy
import importlib.util
import json
import shutil
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import deal

ROOT = Path(__file__).parents[2]
VERIFIER = ROOT / "bot" / "verifier"
VECTORS = json.loads((ROOT / "tests" / "golden" / "fair-deal.json").read_text(encoding="utf-8"))
RECORDS = VECTORS["records"]
VALUES = [None, True, -1, 0, 1, 2, 64, 65, 2**53, "", "0", "As", "\n", "桌", [], {}, "settled", "void:x", "<delete>"]


def loaded(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location("stand_alone_verify", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


verify = loaded(VERIFIER / "verify.py")


def forged(vector: dict[str, Any]) -> dict[str, Any]:
    return put(RECORDS[vector["of"]], vector["path"], vector["value"])


def put(record: dict[str, Any], path: list[Any], value: object) -> dict[str, Any]:
    broken = copy.deepcopy(record)
    spot: Any = broken
    for step in path[:-1]:
        spot = spot[step]
    if value == "<delete>":
        del spot[path[-1]]
    else:
        spot[path[-1]] = value
    return broken


def found(record: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        record = record[step]
    return record


def spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(spot for step, inner in items for spot in spots(inner, (*path, step)))]


@pytest.mark.parametrize("vector", VECTORS["frames"])
def test_python_frames_and_hashes_as_the_vectors_do(vector):
    assert vector["frame"] == verify.frame(vector["label"], *vector["fields"]).hex()
    assert vector["digest"] == verify.digest(vector["label"], *vector["fields"])


@pytest.mark.parametrize("vector", VECTORS["decks"], ids=lambda vector: str(vector["size"]))
def test_python_has_the_decks_of_the_vectors(vector):
    assert vector["cards"] == " ".join(verify.DECKS[vector["size"]])


@pytest.mark.parametrize("vector", VECTORS["streams"], ids=lambda vector: vector["name"])
def test_python_streams_as_the_vectors_do(vector):
    source = verify.stream(vector["secret"], vector["closed"], vector["name"])
    assert vector["first"] == bytes(islice(source, 96)).hex()


@pytest.mark.parametrize("name", RECORDS)
def test_python_finds_no_fault_in_a_sound_record(name):
    assert verify.fault(RECORDS[name]) is None


@pytest.mark.parametrize("vector", VECTORS["chains"], ids=lambda vector: " ".join(vector["records"]))
def test_python_breaks_a_chain_where_the_vectors_say(vector):
    chain = [RECORDS[name] for name in vector["records"]]
    faults = [verify.fault(record, before) for record, before in zip(chain, [None, *chain[:-1]], strict=True)]
    assert vector["faults"] == faults


@pytest.mark.parametrize("vector", VECTORS["forgeries"], ids=lambda vector: f"{vector['of']} {vector['path']}")
def test_python_finds_a_forgery_where_the_vectors_say(vector):
    assert vector["fault"] == verify.fault(forged(vector))


@pytest.mark.parametrize("vector", VECTORS["forged_records"], ids=lambda vector: vector["about"])
def test_python_finds_a_forged_record_where_the_vectors_say(vector):
    assert vector["fault"] == verify.fault(vector["record"])


@settings(max_examples=300)
@given(st.data())
def test_python_and_the_project_agree_on_what_is_sound_and_the_project_is_stricter_on_form(data):
    record = RECORDS[data.draw(st.sampled_from(sorted(RECORDS)))]
    path = data.draw(st.sampled_from([spot for spot in spots(record) if spot]))
    value = data.draw(st.sampled_from(VALUES))
    broken = put(record, list(path), value)
    theirs, ours = verify.fault(broken), deal.fault(broken)
    assert ours is not None or theirs is None
    unread = path[0] == "people" and path[-1] == "salt"  # verify.py does not look at a computer's salt
    if value != "<delete>" and type(value) is type(found(record, path)) and not unread:
        assert (theirs is None) == (ours is None)


def run(*command: str, proof: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, input=json.dumps(proof), capture_output=True, text=True, timeout=60, check=False, cwd=VERIFIER
    )


def node() -> str:
    found = shutil.which("node")
    if found is None:
        pytest.skip("Node is not installed; the browser tests run verify.js in Chromium")
    return found


def commands(language: str) -> list[str]:
    return [sys.executable, "-I", "verify.py"] if language == "python" else [node(), "verify.js"]


@pytest.mark.parametrize("language", ["python", "javascript"])
def test_the_program_prints_a_line_for_each_deal_and_succeeds(language):
    proof = [RECORDS[name] for name in ("joker", "void", "bonus")]
    done = run(*commands(language), proof=proof)
    assert (done.returncode, done.stderr) == (0, "")
    assert [line for line in done.stdout.splitlines() if line.startswith("deal")] == [
        "deal 1: verified, settled",
        "deal 2: verified, void:roster",
        "deal 3: verified, settled",
    ]
    assert f"MG5RIEVX  {RECORDS['joker']['commitment']}" in done.stdout
    assert "(0, 'discord:1511230000000000001', '4821')" in done.stdout


@pytest.mark.parametrize("language", ["python", "javascript"])
def test_the_program_fails_on_a_broken_record_without_printing_its_texts(language):
    broken = put(RECORDS["joker"], ["outcome"], "\x1b[2J")
    done = run(*commands(language), proof=[broken, {}])
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.splitlines()[-1] == "record 2: FAILED at form"
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize("language", ["python", "javascript"])
def test_the_program_does_not_call_an_empty_proof_verified(language):
    assert run(*commands(language), proof=[]).returncode == 1


SCRIPT = """
import { readFileSync } from "node:fs";
if (process.argv[1] === "plain") Object.defineProperty(globalThis, "crypto", { value: undefined });
const verify = await import("./verify.js");
const vectors = JSON.parse(readFileSync(0, "utf8"));
const listed = async (source, most) => {
  const bytes = [];
  for await (const byte of source) if (bytes.push(byte) === most) break;
  return verify.toHex(bytes);
};
const made = { frames: [], decks: [], streams: [], draws: [], dealers: [], tags: [], chains: [] };
for (const { label, fields } of vectors.frames) {
  made.frames.push([verify.toHex(verify.frame(label, ...fields)), await verify.digest(label, ...fields)]);
}
for (const { size } of vectors.decks) made.decks.push(verify.DECKS.get(size).join(" "));
for (const { secret, closed, name } of vectors.streams) {
  made.streams.push(await listed(verify.stream(secret, closed, name), 96));
}
async function* counted(bytes, used) { for (const byte of bytes) { used.count += 1; yield byte; } }
for (const { bytes, bound } of vectors.draws) {
  const used = { count: 0 };
  made.draws.push([await verify.draw(counted(verify.fromHex(bytes), used), bound), used.count]);
}
for (const { record } of vectors.dealers) {
  const { secret, closed, context } = vectors.records[record];
  made.dealers.push(await verify.draw(verify.stream(secret, closed, "dealer"), context.seats.length));
}
for (const { value } of vectors.tags) made.tags.push(verify.tag(value));
for (const chain of vectors.proofs) {
  const faults = [];
  for (const [n, record] of chain.entries()) faults.push(await verify.fault(record, chain[n - 1] ?? null));
  made.chains.push(faults);
}
console.log(JSON.stringify(made));
"""


@pytest.mark.parametrize("crypto", ["web", "plain"])
def test_javascript_agrees_with_all_vectors_with_and_without_web_crypto(crypto):
    chains = [[RECORDS[name] for name in one["records"]] for one in VECTORS["chains"]]
    single = [*RECORDS.values(), *map(forged, VECTORS["forgeries"])]
    single += [one["record"] for one in VECTORS["forged_records"]]
    given_vectors = {**VECTORS, "proofs": [*chains, *([one] for one in single)]}
    done = run(node(), "--input-type=module", "-e", SCRIPT, crypto, proof=given_vectors)
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    assert made["frames"] == [[one["frame"], one["digest"]] for one in VECTORS["frames"]]
    assert made["decks"] == [one["cards"] for one in VECTORS["decks"]]
    assert made["streams"] == [one["first"] for one in VECTORS["streams"]]
    assert made["draws"] == [[one["number"], one["used"]] for one in VECTORS["draws"]]
    assert made["dealers"] == [one["dealer"] for one in VECTORS["dealers"]]
    assert made["tags"] == [one["tag"] for one in VECTORS["tags"]]
    expected = [one["faults"] for one in VECTORS["chains"]]
    expected += [[None] for _ in RECORDS]
    expected += [[one["fault"]] for one in (*VECTORS["forgeries"], *VECTORS["forged_records"])]
    assert made["chains"] == expected


def test_python_reads_the_file_that_it_is_told(tmp_path: Path):
    (tmp_path / "shisanzhi-t1-1.json").write_text(json.dumps([RECORDS["joker"]]), encoding="utf-8")
    told = run(*commands("python"), str(tmp_path / "shisanzhi-t1-1.json"), proof="not read")
    assert (told.returncode, "verified" in told.stdout) == (0, True)
