import type { MedusaContainer } from "@medusajs/framework/types"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"
import type { OnchainWithdrawalDetail } from "../../../types/http"
import { loadCustomerNames } from "../../deposit/steps/customer-names"

type RefundTerms = OnchainWithdrawalDetail["refund_terms"]

/**
 * What whoever confirms or approves the payout of a refund has to know beside its amount: whose address it goes to, and the
 * rate that the amount was made with.
 *
 * @returns null for a withdrawal of the treasury
 */
export async function loadRefundTerms(container: MedusaContainer, row: WithdrawalRow): Promise<RefundTerms> {
  if (row.refund_id === null || row.payment_id === null) return null
  const { refunds, payments, payouts } = container.resolve("onchain")
  const [refund, payment, destination] = await Promise.all([
    refunds.find(row.refund_id),
    payments.find({ id: row.payment_id }),
    payouts.destinations.find(row.destination_id),
  ])
  const customerId = destination?.customer_id ?? null
  const [customer, sender] = await Promise.all([
    loadCustomerNames(container, [customerId]),
    payment ? payouts.refunds.senders.find(payment) : null,
  ])
  return {
    customer: customerId === null ? null : customer(customerId),
    is_observed_sender: (destination?.is_observed_sender ?? false) || row.destination_address === sender,
    fiat_amount: refund?.fiat_amount ?? null,
    currency_code: refund?.currency_code ?? null,
    rate: rateOf(row),
  }
}

function rateOf({ rate_basis, rate, rate_source, rate_at }: WithdrawalRow): NonNullable<RefundTerms>["rate"] {
  if (rate_basis === null || rate === null || rate_at === null) return null
  return { basis: rate_basis, price: rate, source: rate_source ?? "", at: rate_at.toISOString() }
}
