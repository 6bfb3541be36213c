import type { PayoutRecipient } from "../../gateway/contract"
import { invalid } from "../sandbox-error"
import type { World } from "../world"
import { checkDestination } from "./destination"

/** Basis points of everything. */
export const WHOLE_BPS = 10_000

/**
 * Checks that an amount can be split among recipients. Their shares may leave a part to the business.
 *
 * @param field what the caller knows the recipients as
 * @throws SandboxError naming the recipient that is not valid
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
