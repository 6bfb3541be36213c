import type { AddressValidation } from "../../gateway/address"
import { validateAddress } from "../../gateway/address"
import { KNOWN_CHAINS } from "../../gateway/contract"
import type { PayoutProblem } from "./payout-codes"

export type AddressFormProblem = PayoutProblem<"malformed" | "length" | "checksum" | "wrong_chain">
type KnownChain = (typeof KNOWN_CHAINS)[number]

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
 * Says what is wrong with the form of an address: another chain, too long or short, mistyped, or no address.
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
        "A character of the address is wrong: its checksum does not match. Copy it again from its source.",
    }
  return isOfWrongLength(chain, address)
    ? {
        code: "length",
        words: `The address has the wrong length: ${networkName} takes ${FORMS[chain].length}.`,
      }
    : { code: "malformed", words: malformedInWords(chain, address, networkName) }
}

/** Whether a text has the form of a chain, mistyped or not. */
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
    : `This is not an address of ${networkName}: character ${at + 1} is "${address.charAt(at)}", which no address has.`
}

/** Space of any kind, and invisible characters: they come with copied text. */
const BLANK = /[\s\u2800]|[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u
const NOT_ASCII = /[^\x21-\x7e]/u

/**
 * Finds blanks and look-alike letters of other scripts. Nothing is trimmed: the operator has to see and check
 * what was pasted.
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
    words: `Character ${strangeAt + 1} is ${nameOf(strange)}. It may look right, but no address has it. Copy the address again from its source.`,
  }
}

function blankInWords(characters: readonly string[], at: number): string {
  const blank = characters[at] ?? ""
  const what = blank === " " ? "a blank" : `a blank or an invisible character (${codePointOf(blank)})`
  if (at === 0) return `The address begins with ${what}. Remove it.`
  if (at === characters.length - 1) return `The address ends with ${what}. Remove it.`
  return `Character ${at + 1} is ${what}. Copy the address again from its source.`
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

const WITH_MEMOS = "stellar"
const UNSEEN = /^\s|\s$|\p{Cc}|\p{Cf}/u

/**
 * Says what is wrong with the memo of an address, or with a missing one.
 *
 * @param destination.memo empty or absent for none
 * @param destination.hasNoMemo the operator confirms that the receiver needs none
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
      "This is a muxed address, which contains an id. It cannot have a memo too."
    )
  if (hasNoMemo && chain === WITH_MEMOS)
    return problem(
      "memo_conflict",
      "There is a memo, and you confirmed that none is needed. Remove one of the two."
    )
  if (UNSEEN.test(memo))
    return problem(
      "memo_invalid",
      "The memo begins or ends with a blank, or contains an invisible character."
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
  "Exchanges and other receivers on Stellar share an account and find money by its memo. Enter the memo, or confirm that this receiver needs none."
)

function problem(code: MemoProblem["code"], words: string): MemoProblem {
  return { code, words }
}
