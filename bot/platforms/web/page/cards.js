// Cards as elements, and their two orders.
import { drawing, make } from "./elements.js";
import { cardName } from "./words.js";

const RANKS = "23456789TJQKA";
const SUITS = "shdc";

const height = (card) => (card === "Xx" ? 99 : RANKS.indexOf(card[0]));
const suit = (card) => (card === "Xx" ? -1 : SUITS.indexOf(card[1]));

const ORDERS = {
  rank: (a, b) => height(b) - height(a) || suit(a) - suit(b),
  suit: (a, b) => suit(a) - suit(b) || height(b) - height(a),
};

/** Indexes of `cards` in the order "rank" or "suit", highest first; equal cards keep their places. */
export function sorted(indexes, cards, order) {
  return [...indexes].sort((a, b) => ORDERS[order](cards[a], cards[b]) || a - b);
}

/** Cards of a full row as people lay them: the most alike first, then the highest; jokers behind. */
export function tidy(cards) {
  const alike = (card) => cards.filter((other) => other[0] === card[0]).length;
  const value = (card) => (card === "Xx" ? -1 : 20 * alike(card) + height(card));
  return [...cards].sort((a, b) => value(b) - value(a) || suit(a) - suit(b));
}

/** A card that is only looked at. */
export function shownCard(card) {
  return make("span", { class: "card", role: "img", "aria-label": cardName(card) }, drawing(card));
}

export const backCard = () => make("span", { class: "card back", "aria-hidden": "true" }, drawing("back"));

export function shownCards(cards, properties = {}) {
  return make("span", { class: "cards", ...properties }, cards.map(shownCard));
}
