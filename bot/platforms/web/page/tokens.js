// What the page reads of a button's token, `1.<verb>.<table>.<serial>.<argument>`; everything else is the server's.

const KEYS = { l: "leave", k: "cut", st: "stake", h: "hand", d: "submit", de: "declare", r: "sort", u: "undo", sg: "suggest", mn: "mend" };

/** "cut", "stake", "hand", "submit", "declare", "suggest", "mend", "sort", "undo", "leave", or "" for buttons that the page treats like any other. */
export const verb = (token) => KEYS[token.split(".")[1]] ?? "";

/** The argument, such as the number of 切上 (1), 切中 (2), 切下 (3). */
export const argument = (token) => token.split(".")[4] ?? "";

/** The number that a cut or the first stake adds to the shuffle; 發牌 adds nothing of its own. */
export const shared = (token) => (argument(token) === "deal" ? "0" : argument(token));

/** The card indexes of a pick, `<row letter><one base-36 digit a card>`. */
export const picked = (token) => [...argument(token).slice(1)].map((digit) => parseInt(digit, 36));

/** The token that swaps the card of this index for another one, made from any token of the same hand. */
export function exchange(token, index) {
  const [version, , table, serial] = token.split(".");
  return [version, "x", table, serial, index.toString(36)].join(".");
}
