import { validateAddress, type AddressProblem } from "../../gateway/address"
import { invalid } from "../sandbox-error"
import type { World } from "../world"

const PROBLEMS: Readonly<Record<AddressProblem, { isOfMemo: boolean; message: string }>> = {
  malformed: { isOfMemo: false, message: "is no address of this chain" },
  checksum: { isOfMemo: false, message: "has a wrong character: its checksum does not fit" },
  memo_conflict: { isOfMemo: true, message: "is in the address already" },
  memo_invalid: { isOfMemo: true, message: "is no memo of Stellar" },
  memo_unsupported: { isOfMemo: true, message: "is not possible on this chain" },
}

/** Where to send money to. A recipient of a payout has no memo. */
export type DestinationRequest = { chain: string; destinationAddress: string; memo?: string }

/**
 * Checks that money can be sent to an address of a chain.
 *
 * @param fields what the caller knows address and memo as
 * @throws SandboxError naming the one that is not valid
 * @see service-interface "Withdrawal quote and withdrawal"
 */
export function checkDestination(
  { withdrawals }: Pick<World, "withdrawals">,
  { chain, destinationAddress, memo }: DestinationRequest,
  fields: { address: string; memo: string }
): void {
  const validation = validateAddress({ chain, address: destinationAddress, memo })
  if (validation.kind === "invalid") {
    const { isOfMemo, message } = PROBLEMS[validation.reason]
    throw invalid({ field: isOfMemo ? fields.memo : fields.address, message })
  }
  if (validation.kind === "valid" && validation.muxed) {
    throw invalid({ field: fields.address, message: "is no account: a G... address is needed" })
  }
  if (memo === undefined && withdrawals.memoAddresses.has(destinationAddress)) {
    throw invalid({ field: fields.memo, message: "is needed: many share this destination" })
  }
}
