import type { AddressValidation } from "../../gateway/address"
import { validateAddress } from "../../gateway/address"
import { KNOWN_CHAINS } from "../../gateway/contract"
import type { PayoutProblem } from "./payout-codes"

export type AddressFormProblem = PayoutProblem<"malformed" | "length" | "checksum" | "wrong_chain">
type KnownChain = (typeof KNOWN_CHAINS)[number]

/** How addresses of a chain are spoken of, and how they are written. */
const FORMS = {
  evm: {
    of: "an EVM network",
    shape: /^0x[\da-fA-F]*$/,
    alphabet: /[\da-fA-F]/,
    prefix: "0x",
    length: "40 digits after 0x",
  },
  sol: {
    of: "Solana",
    shape: /^[1-9A-HJ-NP-Za-km-z]+$/,
    alphabet: /[1-9A-HJ-NP-Za-km-z]/,
    prefix: "",
    length: "32 bytes, 32 to 44 characters",
  },
  stellar: {
    of: "Stellar",
    shape: /^[GM][A-Z2-7]*$/,
    alphabet: /[A-Z2-7]/,
    prefix: "",
    length: "56 characters",
  },
} as const satisfies Record<
  KnownChain,
  { of: string; shape: RegExp; alphabet: RegExp; prefix: string; length: string }
>

const STELLAR_LENGTHS: Readonly<Record<string, number>> = { G: 56, M: 69 }

/** @returns undefined for a chain whose rules we do not know */
export function toKnownChain(chain: string): KnownChain | undefined {
  return KNOWN_CHAINS.find((one) => one === chain)
}

/**
 * Says what is wrong with the form of an address, as narrowly as can be told: one of another chain, too long or too short,
 * mistyped, or no address at all.
 *
 * @param networkName for the words
 * @returns null when the address is one of its chain
 */
export function findAddressProblem(
  chain: KnownChain,
  address: string,
  networkName: string
): AddressFormProblem | null {
  const validation = validateAddress({ chain, address })
  if (validation.kind !== "invalid") return null
  const other = KNOWN_CHAINS.find(
    (one) => one !== chain && looksLike(validateAddress({ chain: one, address }))
  )
  if (other !== undefined)
    return { code: "wrong_chain", words: `This is an address of ${FORMS[other].of}, not of ${networkName}.` }
  if (validation.reason === "checksum")
    return {
      code: "checksum",
      words:
        "A character of the address is wrong: its checksum does not fit. Copy it again from where it is from.",
    }
  return isOfWrongLength(chain, address)
    ? {
        code: "length",
        words: `The address has the wrong length: ${networkName} takes ${FORMS[chain].length}.`,
      }
    : { code: "malformed", words: malformedInWords(chain, address, networkName) }
}

/** Also with a mistyped character: which chain it is of is plain all the same. */
function looksLike(validation: AddressValidation): boolean {
  return validation.kind === "valid" || (validation.kind === "invalid" && validation.reason === "checksum")
}

function isOfWrongLength(chain: KnownChain, address: string): boolean {
  if (!FORMS[chain].shape.test(address)) return false
  return chain !== "stellar" || address.length !== STELLAR_LENGTHS[address.charAt(0)]
}

function malformedInWords(chain: KnownChain, address: string, networkName: string): string {
  const { alphabet, prefix } = FORMS[chain]
  const begins = address.startsWith(prefix)
  if (!begins) return `This is not an address of ${networkName}: it has to begin with ${prefix}.`
  const at = [...address].findIndex((character, index) => index >= prefix.length && !alphabet.test(character))
  return at < 0
    ? `This is not an address of ${networkName}.`
    : `This is not an address of ${networkName}: character ${at + 1} is "${address.charAt(at)}", which none has.`
}

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

export type MemoProblem = PayoutProblem<
  "memo_missing" | "memo_invalid" | "memo_unsupported" | "memo_conflict"
>

/** The chain on which receivers that share an account are told apart by memos. */
const WITH_MEMOS = "stellar"
const UNSEEN = /^\s|\s$|\p{Cc}|\p{Cf}/u

/**
 * Says what is wrong with the memo of an address, or with having none.
 *
 * @param destination.address one of its chain
 * @param destination.memo empty or left out for none
 * @param destination.hasNoMemo the operator says that the receiver needs none
 * @returns null when nothing speaks against it
 */
export function findMemoProblem(destination: {
  chain: string
  address: string
  memo: string | undefined
  hasNoMemo: boolean
  networkName: string
}): MemoProblem | null {
  const { chain, address, memo = "", hasNoMemo, networkName } = destination
  if (memo === "") return chain === WITH_MEMOS && !hasNoMemo && !isMuxed(chain, address) ? MISSING : null
  const validation = validateAddress({ chain, address, memo })
  if (validation.kind === "invalid" && validation.reason === "memo_unsupported")
    return problem(
      "memo_unsupported",
      `There are no memos on ${networkName}, so this one would be lost on the way.`
    )
  if (validation.kind === "invalid" && validation.reason === "memo_conflict")
    return problem(
      "memo_conflict",
      "This is a muxed address, which has an id in it. It cannot have a memo too."
    )
  if (hasNoMemo && chain === WITH_MEMOS)
    return problem(
      "memo_conflict",
      "There is a memo beside the statement that none is needed. Take one of the two away."
    )
  if (UNSEEN.test(memo))
    return problem(
      "memo_invalid",
      "The memo begins or ends with a blank, or has an invisible character in it."
    )
  return validation.kind === "invalid"
    ? problem(
        "memo_invalid",
        "The memo has to be a number, a text of at most 28 bytes, or a hash of 64 hex digits."
      )
    : null
}

function isMuxed(chain: string, address: string): boolean {
  const validation = validateAddress({ chain, address })
  return validation.kind === "valid" && validation.muxed !== undefined
}

const MISSING = problem(
  "memo_missing",
  "Exchanges and other receivers on Stellar share an account and find money by its memo. Enter the memo, or say that this receiver needs none."
)

function problem(code: MemoProblem["code"], words: string): MemoProblem {
  return { code, words }
}
