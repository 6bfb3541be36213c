import { validateAddress, type AddressProblem } from "../../gateway/address"
import { multiplyDivideUnits } from "../../gateway/amount"
import type { PayoutRecipient } from "../../gateway/contract"
import { invalid } from "../sandbox-error"
import type { World } from "../world"

const WHOLE_BPS = 10_000

/**
 * Checks recipients. Their shares may leave a part to the business.
 *
 * @param field the caller's name for the recipients
 * @throws SandboxError naming the invalid recipient
 */
export function checkRecipients(
  world: Pick<World, "withdrawals">,
  chain: string,
  recipients: readonly PayoutRecipient[],
  field: string
): void {
  const totalBps = recipients.reduce((sum, { shareBps }) => sum + shareBps, 0)
  if (totalBps > WHOLE_BPS) throw invalid({ field, message: `share more than ${WHOLE_BPS} bps` })
  for (const [index, { destinationAddress }] of recipients.entries()) {
    const address = `${field}.${index}.destinationAddress`
    checkDestination(world, { chain, destinationAddress }, { address, memo: address })
  }
}

/** Rounded down. */
export function shareOf(baseUnits: bigint, shareBps: number): bigint {
  return multiplyDivideUnits(baseUnits, BigInt(shareBps), BigInt(WHOLE_BPS), "down")
}

export type Leg = { recipient: PayoutRecipient; baseUnits: bigint }

/**
 * Splits base units among recipients. Rounding goes to the last one when they share everything, else to the
 * business. A zero part is no leg.
 *
 * @example split(10n, [{ shareBps: 3_333 }, { shareBps: 6_667 }]) // 3n and 7n
 */
export function split(baseUnits: bigint, recipients: readonly PayoutRecipient[]): Leg[] {
  const legs = recipients.map((recipient) => ({
    recipient,
    baseUnits: shareOf(baseUnits, recipient.shareBps),
  }))
  const last = legs.at(-1)
  const isWhole = recipients.reduce((sum, { shareBps }) => sum + shareBps, 0) === WHOLE_BPS
  if (last && isWhole) last.baseUnits += baseUnits - totalOf(legs)
  return legs.filter((leg) => leg.baseUnits > 0n)
}

export function totalOf(legs: readonly Leg[]): bigint {
  return legs.reduce((sum, leg) => sum + leg.baseUnits, 0n)
}

const PROBLEMS: Readonly<Record<AddressProblem, { isOfMemo: boolean; message: string }>> = {
  malformed: { isOfMemo: false, message: "is not an address of this chain" },
  checksum: { isOfMemo: false, message: "has a wrong character: its checksum does not match" },
  memo_conflict: { isOfMemo: true, message: "is in the address already" },
  memo_invalid: { isOfMemo: true, message: "is not a Stellar memo" },
  memo_unsupported: { isOfMemo: true, message: "is not possible on this chain" },
}

/** Payout recipients have no memo. */
export type DestinationRequest = { chain: string; destinationAddress: string; memo?: string }

/**
 * Checks a destination.
 *
 * @param fields the caller's names for address and memo
 * @throws SandboxError naming the invalid one
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
    throw invalid({ field: fields.address, message: "is not an account: a G... address is required" })
  }
  if (memo === undefined && withdrawals.memoAddresses.has(destinationAddress)) {
    throw invalid({ field: fields.memo, message: "is required: this destination is shared" })
  }
}
