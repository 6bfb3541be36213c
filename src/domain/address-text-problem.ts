import type { PayoutProblem } from "./payout-codes"

/** Space of any kind, and characters that nobody sees: they come with a copied text. */
const BLANK = /[\s\u2800]|[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u
const NOT_ASCII = /[^\x21-\x7e]/u

/**
 * Finds what no address of any chain has in it: blanks, and letters of other scripts that look like ours.
 *
 * Nothing is trimmed or replaced: whoever pasted it sees what is there, and looks at the rest of it too.
 *
 * @returns null when all of it is printable ASCII
 */
export function findTextProblem(address: string): PayoutProblem<"whitespace" | "homoglyph"> | null {
  const characters = [...address]
  const blankAt = characters.findIndex((character) => BLANK.test(character))
  if (blankAt >= 0) return { code: "whitespace", words: blankInWords(characters, blankAt) }
  const strangeAt = characters.findIndex((character) => NOT_ASCII.test(character))
  if (strangeAt < 0) return null
  const strange = characters[strangeAt] ?? ""
  return {
    code: "homoglyph",
    words: `Character ${strangeAt + 1} is ${nameOf(strange)}. It may look right, but no address has it. Copy the address again from where it is from.`,
  }
}

function blankInWords(characters: readonly string[], at: number): string {
  const blank = characters[at] ?? ""
  const what = blank === " " ? "a blank" : `a blank or an invisible character (${codePointOf(blank)})`
  if (at === 0) return `The address begins with ${what}. Take it away.`
  if (at === characters.length - 1) return `The address ends with ${what}. Take it away.`
  return `Character ${at + 1} is ${what}. Copy the address again from where it is from.`
}

function nameOf(character: string): string {
  return `"${character}" (${codePointOf(character)})`
}

function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`
}
