import { z } from "zod"
import { validateAddress } from "../../gateway/address"
import { payoutRecipientSchema } from "../../gateway/contract"

/** Shares of one invoice are basis points, and they cover all of it. */
const WHOLE_BPS = 10_000

/** The two ways in which a rail's rule can have what it brings paid on. */
export const payoutOption = {
  /** A route that the service's dashboard has approved. */
  payoutRouteId: z.string().min(1).optional(),
  payoutRecipients: z.array(payoutRecipientSchema).min(1, "expected at least one recipient").optional(),
}

type PayoutOption = z.output<z.ZodObject<typeof payoutOption>> & { chain: string }

/**
 * Reports what is wrong with the payout of a rail: money would go to nobody, or to an address that is none.
 *
 * A destination is checked for its chain, with the checksum where there is one. Its text is not repeated.
 */
export function checkPayoutOption(rule: PayoutOption, context: z.RefinementCtx): void {
  const { payoutRouteId, payoutRecipients } = rule
  if (!payoutRecipients) return
  const report = (path: PropertyKey[], message: string) => context.addIssue({ code: "custom", path, message })
  if (payoutRouteId !== undefined)
    report(["payoutRecipients"], "expected either payoutRouteId or payoutRecipients, not both")
  const sum = payoutRecipients.reduce((total, { shareBps }) => total + shareBps, 0)
  if (sum !== WHOLE_BPS)
    report(["payoutRecipients"], `expected shares of ${WHOLE_BPS} basis points in all, not ${sum}`)
  payoutRecipients.forEach(({ destinationAddress }, index) => {
    const problem = destinationProblem(rule.chain, destinationAddress)
    if (problem) report(["payoutRecipients", index, "destinationAddress"], problem)
  })
}

function destinationProblem(chain: string, address: string): string | null {
  const validation = validateAddress({ chain, address })
  if (validation.kind === "invalid")
    return `expected an address of ${chain}${validation.reason === "checksum" ? ", a character of this one is wrong" : ""}`
  // The document takes Stellar destinations as `G...` only.
  if (validation.kind === "valid" && validation.muxed)
    return "expected an account of stellar (G...), not a muxed one"
  return null
}
