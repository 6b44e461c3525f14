// Where my cards lie: what the server said, and the moves it has not answered yet on top.

export const ROWS = ["front", "middle", "back"];

const placed = (panel) => Object.fromEntries(panel.rows.map((row) => [row.row, [...row.cards]]));

const placeIn = (rows, index) => ROWS.find((row) => rows[row]?.includes(index)) ?? "";

function without(rows, cards) {
  return Object.fromEntries(Object.entries(rows).map(([row, held]) => [row, held.filter((index) => !cards.includes(index))]));
}

function swapped(rows, { a, b }) {
  const turn = (index) => (index === a ? b : index === b ? a : index);
  return Object.fromEntries(Object.entries(rows).map(([row, held]) => [row, held.map(turn)]));
}

/** A pick takes the whole row: what lay in it goes back to the hand. */
function filled(rows, { cards, row }) {
  return { ...without(rows, [...cards, ...rows[row]]), [row]: cards };
}

/** Each move says where its cards end, so doing it once more changes nothing. */
function moved(rows, move) {
  if (move.kind === "swap") return placeIn(rows, move.a) === move.from ? swapped(rows, move) : rows;
  if (move.kind === "fill") return filled(rows, move);
  const rest = without(rows, move.cards);
  return move.row === "" ? rest : { ...rest, [move.row]: [...rest[move.row], ...move.cards] };
}

/** The rows as {front, middle, back} of card indexes. */
export const rowsOf = (panel, moves) => moves.reduce(moved, placed(panel));

export const placeOf = placeIn;

export function heldOf(panel, rows) {
  return panel.cards.map((_, index) => index).filter((index) => placeIn(rows, index) === "");
}

export const roomIn = (panel, rows, name) => panel.rows.find((row) => row.row === name).size - rows[name].length;
