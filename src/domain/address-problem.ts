import { validateAddress, type AddressValidation } from "../gateway/address"
import { KNOWN_CHAINS } from "../gateway/contract"
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
