import { validateAddress } from "../gateway/address"
import type { PayoutProblem } from "./payout-codes"

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
