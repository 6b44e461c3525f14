"""Check fair-deal proofs as fair-deal.md describes them: python3 verify.py proof.json (Python 3.10 or later)."""
import base64, hashlib, hmac, json, re, sys
from collections import Counter
from operator import itemgetter

VERSION = "shisanzhi/fair-deal/1"
PACK = [rank + suit for suit in "shdc" for rank in "23456789TJQKA"]
DECKS = {52: PACK, 65: PACK + PACK[:13], 68: PACK + PACK[:13] + ["Xx"] * 3}
PARTS = itemgetter(*"commitment closed secret cuts seals openings people".split())
CONTEXT = itemgetter(*"host table serial round rules deck aside hand deals opened prev seats".split())
CUT, SEAL = itemgetter("seat", "event", "number"), itemgetter("deal", "seat", "seal")
PLACE, OPENING = itemgetter("deal", "seat"), itemgetter("deal", "seat", "rows", "declare", "salt")

def frame(label, *fields):
    """Each field behind its length in four bytes, big-endian; integers in decimal: no two lists come out alike."""
    if not all(type(field) is int and 0 <= field < 2**53 or re.fullmatch("[ -~]*", field) for field in fields):
        raise ValueError("neither a natural number nor plain text")
    parts = [str(field).encode() for field in (f"{VERSION}/{label}", *fields)]
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)

def digest(label, *fields):
    return hashlib.sha256(frame(label, *fields)).hexdigest()

def stream(secret, closed, name):
    key = hmac.digest(bytes.fromhex(secret), frame("key", closed), "sha256")
    for counter in range(2**32):
        yield from hmac.digest(key, frame("stream", name, counter), "sha256")

def deal(source, deck, aside, hand, seats):
    """Fisher-Yates from the end; bytes from the bound's largest multiple upwards are thrown away: no modulo bias."""
    cards = list(DECKS[deck])
    for last in range(deck - 1, 0, -1):
        other = next(byte for byte in source if byte < 256 - 256 % (last + 1)) % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    hands = [" ".join(cards[aside + hand * seat : aside + hand * (seat + 1)]) for seat in range(seats)]
    return {"aside": " ".join(cards[:aside]), "hands": hands, "rest": " ".join(cards[aside + hand * seats :])}

def opens(opening, seal, hand, closed):
    rows = [row.split(" ") for row in opening["rows"].split("/")]
    dealt = [*map(len, rows)] == [3, 5, 5] and Counter(sum(rows, [])) <= Counter(hand.split(" "))
    return dealt and seal == digest("seal", closed, *OPENING(opening))

def checks(record, before):
    commitment, closed, secret, cuts, seals, opened, people = PARTS(record)
    host, table, serial, _, _, deck, aside, hand, deals, _, prev, seats = context = CONTEXT(record["context"])
    sizes = 1 <= len(seats) == len(people) <= 4 and hand and aside + hand * len(seats) <= deck and 1 <= deals <= 64
    plain = type(cuts + seals + opened + people + seats) is list and re.fullmatch("[0-9a-f]{64}", secret)
    yield "form", record["v"] == VERSION and sizes and plain and serial and (serial == 1) == (prev == "")
    yield "chain", not before or (prev, host, table, serial - 1) == (before["digest"], *CONTEXT(before["context"])[:3])
    yield "people", all(one["id"] == "" or digest("who", one["id"], one["salt"]) == who for one, who in zip(people, seats))
    yield "commitment", commitment == digest("commitment", secret, *context[:-1], *seats)
    humans = {seat for seat, who in enumerate(seats) if who}
    yield "cuts", [one["seat"] for one in cuts] == sorted({one["seat"] for one in cuts} & humans)
    yield "closed", closed == digest("closed", commitment, *(field for one in cuts for field in CUT(one)))
    dealt = [deal(stream(secret, closed, f"deal/{n}"), deck, aside, hand, len(seats)) for n in range(deals)]
    yield "deals", record["deals"] == dealt
    last, link, computers = {}, digest("sealed", closed), [PLACE(one) for one in seals if one["seat"] not in humans]
    for one in seals:
        last[PLACE(one)] = one["seal"], dealt[one["deal"]]["hands"][one["seat"]]
        link = digest("sealed", link, *SEAL(one))
    yield "sealed", record["sealed"] == link and len(computers) == len({*computers})
    due = [] if record["outcome"].startswith("void:") else sorted(last)
    yield "openings", due == sorted(map(PLACE, opened)) and all(opens(one, *last[PLACE(one)], closed) for one in opened)
    yield "digest", record["digest"] == digest("record", closed, secret, record["sealed"], record["outcome"])

def fault(record, before=None):
    try:
        return next((name for name, holds in checks(record, before) if not holds), None)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return "form"

if __name__ == "__main__":
    with open(sys.argv[1] if sys.argv[1:] else 0, encoding="utf-8") as source:
        proof = json.load(source)
    faults = [*map(fault, proof, [None, *proof])]
    for place, (record, failed) in enumerate(zip(proof, faults), 1):
        if failed:  # texts of a broken record may hold anything, terminal commands too
            print(f"record {place}: FAILED at {failed}")
            continue
        print(f"deal {record['context']['serial']}: verified, {record['outcome']}\n  cuts      ", *map(CUT, record["cuts"]))
        for name in ("commitment", "closed", "sealed"):
            print(f"  {name:<11}{base64.b32encode(bytes.fromhex(record[name])[:5]).decode()}  {record[name]}")
    sys.exit(any(faults) or not faults)
