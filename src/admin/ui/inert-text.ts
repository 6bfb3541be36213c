/** Marks that turn the direction of the text around them: U+202A to U+202E, U+2066 to U+2069, U+200E and U+200F. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ["\u2068", "\u2069"]

/**
 * Makes a value safe inside a sentence: it cannot turn the direction of the words around it.
 *
 * @param isIsolated in a language that is written from right to left, an amount or an address keeps its own direction
 */
export function inertText(value: string, isIsolated: boolean): string {
  const plain = value.replace(DIRECTION_MARKS, "")
  return isIsolated ? `${FIRST_STRONG_ISOLATE}${plain}${POP_ISOLATE}` : plain
}
