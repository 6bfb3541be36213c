import { invalid } from "../sandbox-error"
import type { World } from "../world"

/** Longest memo text of Stellar, in bytes. */
const MAX_MEMO_BYTES = 28

/**
 * Checks that money can be sent to an address of a chain.
 *
 * @param field what the caller knows the address as
 * @throws SandboxError
 */
export function checkDestination(
  { withdrawals }: Pick<World, "withdrawals">,
  { chain, destinationAddress, memo }: { chain: string; destinationAddress: string; memo?: string },
  field: string
): void {
  if (memo !== undefined && chain !== "stellar")
    throw invalid({ field: "memo", message: "is for Stellar only" })
  if (memo !== undefined && Buffer.byteLength(memo) > MAX_MEMO_BYTES) {
    throw invalid({ field: "memo", message: `has more than ${MAX_MEMO_BYTES} bytes` })
  }
  if (memo === undefined && withdrawals.memoAddresses.has(destinationAddress)) {
    throw invalid({
      field: field === "destinationAddress" ? "memo" : field,
      message: "this destination needs a memo",
    })
  }
}
