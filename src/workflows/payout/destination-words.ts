import type {
  AddressFormProblem,
  KnownChain,
  MemoProblem,
  TextProblem,
} from "../../domain/payout/address-problem"
import type { DestinationObstacle, UseProblem } from "../../domain/payout/destination-lifecycle"
import type { DestinationProblem } from "../../domain/payout/destination-problem"
import { approvalProblemInWords, payoutRefusalInWords } from "./payout-words"

/** Why an action on a destination is not possible. */
export function destinationObstacleInWords(obstacle: DestinationObstacle): string {
  switch (obstacle.code) {
    case "archived":
      return "It is already archived. Add the address again to use it."
    case "approved":
      return "It is already approved."
    case "self_approval":
    case "approver_is_key":
    case "confirmation_void":
      return approvalProblemInWords(obstacle)
    default:
      return payoutRefusalInWords(obstacle)
  }
}

const NOT_FOR_THIS = {
  of_a_customer: "This address belongs to a customer and is for refunds only.",
  of_the_treasury: "This address is for your own withdrawals, not for refunds.",
  of_another_refund: "This address is for another refund only.",
  of_another_customer: "This address is for another customer's refunds.",
} as const

/** Why a payout cannot go to a destination. */
export function useProblemInWords(problem: UseProblem): string {
  switch (problem.code) {
    case "destination_archived":
      return "This destination is archived. Choose another one."
    case "destination_not_approved":
      return "This destination awaits approval."
    case "destination_not_for_this":
      return NOT_FOR_THIS[problem.reason]
    case "destination_wrong_network":
      return `This destination is on ${problem.networkId}, and the money is on ${problem.moneyNetworkId}.`
  }
}

export const OWN_ADDRESS_WORDS =
  "This is one of your own addresses at the provider: of a payment, of a customer's deposits, or of your treasury. Money sent to it would come back as a payment. Enter an address that the provider does not hold."

/** The field of a request that a problem is about. */
export function fieldOf({ code }: DestinationProblem): "network_id" | "memo" | "address" {
  switch (code) {
    case "unknown_network":
    case "test_network":
    case "unknown_chain":
      return "network_id"
    case "memo_missing":
    case "memo_unsupported":
    case "memo_conflict":
    case "memo_invalid":
      return "memo"
    default:
      return "address"
  }
}

/** Why money cannot be paid out to an address. */
export function destinationProblemInWords(problem: DestinationProblem): string {
  switch (problem.code) {
    case "unknown_network":
      return `The provider has no network ${problem.networkId}.`
    case "test_network":
      return `${problem.networkName} is a test network, and this store is live.`
    case "unknown_chain":
      return `This version of the plugin does not know the addresses of ${problem.networkName}.`
    case "burn":
      return "No key exists for this address. Money sent to it is lost."
    case "token_contract":
      return `This is the contract, mint or issuer of ${problem.token}, not a wallet. Money sent to it is lost.`
    case "muxed": {
      const { address, memo } = problem.suggestion
      return `This is a muxed address, and payouts go to accounts only. It means the account ${address} with the memo ${memo}.`
    }
    case "whitespace":
    case "homoglyph":
      return textProblemInWords(problem)
    case "wrong_chain":
    case "length":
    case "checksum":
    case "malformed":
      return formProblemInWords(problem)
    default:
      return memoProblemInWords(problem)
  }
}

function textProblemInWords({ code, character, position, isLast }: TextProblem): string {
  const copyAgain = "Copy the address again from its source."
  const codePoint = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`
  if (code === "homoglyph")
    return `Character ${position} is "${character}" (${codePoint}). It may look right, but no address has it. ${copyAgain}`
  const what = character === " " ? "a blank" : `a blank or an invisible character (${codePoint})`
  if (position === 1) return `The address begins with ${what}. Remove it.`
  if (isLast) return `The address ends with ${what}. Remove it.`
  return `Character ${position} is ${what}. ${copyAgain}`
}

const OWNERS = {
  evm: "an EVM network",
  sol: "Solana",
  stellar: "Stellar",
} as const satisfies Record<KnownChain, string>

const LENGTHS = {
  evm: "40 digits after 0x",
  sol: "32 bytes, 32 to 44 characters",
  stellar: "56 characters",
} as const satisfies Record<KnownChain, string>

function formProblemInWords(problem: AddressFormProblem): string {
  switch (problem.code) {
    case "wrong_chain":
      return `This is an address of ${OWNERS[problem.chain]}, not of ${problem.networkName}.`
    case "length":
      return `The address has the wrong length: ${problem.networkName} takes ${LENGTHS[problem.chain]}.`
    case "checksum":
      return "A character of the address is wrong: its checksum does not match. Copy it again from its source."
    case "malformed":
      return `This is not an address of ${problem.networkName}${malformedPartInWords(problem)}.`
  }
}

function malformedPartInWords(problem: Extract<AddressFormProblem, { code: "malformed" }>): string {
  switch (problem.reason) {
    case "prefix":
      return `: it must begin with ${problem.prefix}`
    case "character":
      return `: character ${problem.position} is "${problem.character}", which no address has`
    case "whole":
      return ""
  }
}

function memoProblemInWords(problem: MemoProblem): string {
  switch (problem.code) {
    case "memo_missing":
      return "On Stellar, exchanges share one account and find your money by its memo. Enter the memo, or confirm that none is needed."
    case "memo_unsupported":
      return `There are no memos on ${problem.networkName}, so this one would be lost on the way.`
    case "memo_conflict":
      return problem.reason === "muxed"
        ? "This is a muxed address, which contains an id. It cannot have a memo too."
        : "You entered a memo and confirmed that none is needed. Remove one of the two."
    case "memo_invalid":
      return problem.reason === "format"
        ? "The memo must be a number, a text of at most 28 bytes, or a hash of 64 hex digits."
        : "The memo begins or ends with a blank, or contains an invisible character."
  }
}
