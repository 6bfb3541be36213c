import { z } from "zod"
import { quoteRequestSchema } from "../../gateway/contract"
import { dashboardFee } from "../billing/payout-quota"
import { parseInput } from "../sandbox-error"
import type { World } from "../world"
import type { StoredWithdrawal } from "./stored-withdrawal"
import { claimFunds, openWithdrawal } from "./withdrawal-creation"
import { checkBalance, withdrawalTerms } from "./withdrawal-quote"

const dashboardWithdrawalSchema = z.strictObject({
  ...quoteRequestSchema.shape,
  clientReference: z.string().min(1).optional(),
})

/**
 * Withdraws as a person does in the dashboard: without a quote, at the fee for that, outside quota and policy of
 * the payout key.
 *
 * @throws SandboxError for a field that is not valid, or too much money
 * @see service-interface "Billing and gas": the last column of the plans
 */
export function withdrawFromDashboard(world: World, body: unknown): StoredWithdrawal {
  const { clientReference, ...request } = parseInput(dashboardWithdrawalSchema, body)
  const terms = withdrawalTerms(world, request, (asset) => dashboardFee(world, asset))
  checkBalance(world, terms)
  const withdrawal = openWithdrawal(world, "dashboard", terms, { clientReference })
  claimFunds(world, withdrawal)
  return withdrawal
}
