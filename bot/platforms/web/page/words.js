// The page's fixed words, as the server sends them in the language of the person.

let known = {};
export let language = document.documentElement.lang;

export function learn(words, tag) {
  known = words;
  language = tag;
  document.documentElement.lang = tag;
}

/** The text of `web/<key>` with its `{places}` filled; a key that is missing shows itself. */
export function word(key, facts = {}) {
  const text = known[`web/${key}`] ?? key;
  return text.replace(/\{([a-z_]+)\}/g, (place, name) => (name in facts ? String(facts[name]) : place));
}

/** How a card is read out: "黑桃 A", "鬼". */
export function cardName(card) {
  if (card === "Xx") return word("joker");
  const rank = card[0] === "T" ? "10" : card[0];
  return word(`suit-${card[1]}`, { rank });
}
