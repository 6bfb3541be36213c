import {
  type AbsentFields,
  type BillingFinding,
  type BillingWarningId,
  findUnread,
  graceEnd,
} from "../../../domain/finance/billing-warning"
import { planPricesOf } from "../../../domain/finance/plan-prices"
import {
  DAY_MS,
  endOfDay,
  isDay,
  MAX_REPORT_DAYS,
  type ReportMatch,
  type ReportReason,
  startOfDay,
} from "../../../domain/finance/report-difference"
import { momentInWords } from "../../../domain/moment-in-words"
import type { Billing } from "../../../gateway/contract"

export type BillingWarning = BillingFinding & { message: string }

/** Of a warning that the cycle's end causes. */
const cycleEnd = ({ cycleEndsAt = "" }: Billing) => momentInWords(new Date(cycleEndsAt))
const graceEndOf = ({ cycleEndsAt = "" }: Billing) => momentInWords(graceEnd(cycleEndsAt))

/** Describes a warning by its id. */
export const BILLING_MESSAGES: Record<BillingWarningId, (billing: Billing, absent: AbsentFields) => string> =
  {
    past_due: (billing) =>
      `The renewal of the plan is not paid. Nothing changes until the grace ends` +
      `${billing.cycleEndsAt ? ` ${graceEndOf(billing)}` : " 14 days after the cycle ended"}; then the business moves to the Free ` +
      `plan. Pay it in the provider's dashboard.`,
    cycle_over: (billing) =>
      `The cycle of the plan ended ${cycleEnd(billing)}, and the provider names no later end. If the renewal is not paid, the ` +
      `grace ends ${graceEndOf(billing)}; then the business moves to the Free plan. Check the invoice in the provider's ` +
      `dashboard.`,
    renewal_soon: (billing) =>
      `The plan renews ${cycleEnd(billing)}. Its invoice is in the provider's dashboard; if it is not paid by then, 14 days of ` +
      `grace begin.`,
    quota_used: (billing) => `${quotaOf(billing)}. Each further one costs ${feeOf(billing)}.`,
    quota_low: (billing) => `${quotaOf(billing)}. After the last one each costs ${feeOf(billing)}.`,
    gas_gone: () =>
      "The gas credit is used up. Payouts and sweeps wait, and continue after a top-up in the provider's dashboard or when " +
      "the next cycle begins. Payments still arrive.",
    gas_low: () =>
      "The gas credit is nearly used up. Without gas, payouts and sweeps wait. Top it up in the provider's dashboard.",
    gas_blocked: ({ gasBlockedOperations }) =>
      `Operations that wait for gas: ${gasBlockedOperations}. Top up in the provider's dashboard; they then continue, the oldest first.`,
    plan_unknown: ({ plan }) =>
      `The plan "${plan?.slice(0, 40)}" is not known here. Look up its fees in the provider's dashboard.`,
    unread: (billing, absent) => {
      const settings = findUnread(billing, absent).map((field) => `assumptions.fields.billing.${field}`)
      const envelope =
        billing.plan === undefined
          ? " The answers may be inside another field: assumptions.envelopes.billing."
          : ""
      return (
        `Unknown: the provider's answers have no readable figure for ${settings.join(", ")}.${envelope} Set each to the name of the ` +
        `provider's field; until then nothing warns about it.`
      )
    },
  }

const quotaOf = ({ payoutQuotaUsed, payoutQuotaIncluded }: Billing) =>
  `${payoutQuotaUsed} of ${payoutQuotaIncluded} payouts of this cycle are used`

function feeOf({ plan }: Billing): string {
  const fee = planPricesOf({ plan }).payout_fee_usd?.value ?? null
  return fee === null ? "the fee of your plan" : `$${fee}`
}

const named = (codes: readonly string[]) => codes.map((code) => code.toUpperCase()).join(" and ")

/** Explains a difference by its reason. */
export const DIFFERENCES: Record<ReportReason, (match: ReportMatch) => string> = {
  transaction_unread: () =>
    "The provider lists a transaction whose kind or amount cannot be read here, so it is in no sum. The list of transactions " +
    "shows it as the provider sent it, and names the setting.",
  payout_not_listed: ({ leg }) =>
    `${leg ? "A share of a split" : "Our withdrawal"} is completed, and the provider lists no transaction for it. It may be newer than the list.`,
  payout_amount: () =>
    "The amount that left the treasury is not that of the withdrawal. Compare both at the provider. If every payout differs by " +
    "its fee, correct assumptions.transactions.payoutAmounts.",
  payout_of_ended_withdrawal: ({ withdrawal, leg }) =>
    leg
      ? `The provider calls a share of a split ${leg.word}, and money left the treasury for it. Ask the provider.`
      : `Our withdrawal is ${withdrawal?.state}, and money left the treasury for it. Open the withdrawal and check it again.`,
  leg_unplanned: () => "A split paid an address that is none of its recipients. Ask the provider.",
  leg_missing: () =>
    "The invoice is settled, and after a day the provider still shows no payout for this share of its split. Ask the provider.",
  leg_failed: () =>
    "A share of a split was rejected or failed, so its money is still in the treasury. Pay the recipient by other means, then " +
    "acknowledge the share under Crypto payments > Payouts > Splits.",
  leg_exceeds_share: () => "A split paid a recipient more than its share of what arrived. Ask the provider.",
  unknown_withdrawal: () =>
    "No withdrawal of this store has this identifier. It was made in the provider's dashboard, or its row was lost when a " +
    "database was restored.",
  unknown_deposit: () => "The provider refunded a deposit that this store does not know.",
  receipt_not_listed: () =>
    "The invoice is settled, and the provider lists no transaction that brought the money. It may be newer than the list.",
  receipt_amount: () => "The invoice and its transactions have different amounts.",
  nothing_captured: () =>
    "The invoice is settled, and Medusa has captured nothing for it. Either the capture is in progress, or this store did " +
    "not create the invoice.",
  surplus_not_due: () => "More arrived than was captured, and the surplus is not recorded as a due refund.",
  less_arrived: () => "More is captured, or due back, than arrived.",
  invoice_not_listed: () =>
    "Medusa has captured this, and the provider lists no settled invoice for it. Look up the invoice at the provider.",
  unknown_receipt: () => "Money arrived for no settled invoice and no deposit of this store.",
  other_currency: ({ money }) =>
    `The payment is in ${money?.currencyCode.toUpperCase()}, and Medusa has captured it in ${named(money?.currencies ?? [])}.`,
  captured_more: () =>
    "Medusa has captured more money than the payment is for. Look at the captures of the order.",
  captured_less: () =>
    "Medusa has captured less money than the payment is for. Look at the captures of the order.",
}

/** Why no report can cover these days, both included; null where it can. Today, in UTC, may be the last day. */
export function explainRange({ from, to }: { from: string; to: string }, today: string): string | null {
  if (!isDay(from)) return "from: expected a day such as 2026-01-31"
  if (!isDay(to)) return "to: expected a day such as 2026-01-31"
  if (to < from) return "to: expected a day that is not before from"
  if (to > today) return "to: expected a day that is not in the future; days are counted in UTC"
  const days = (endOfDay(to).getTime() - startOfDay(from).getTime()) / DAY_MS
  const tooMany = `to: expected at most ${MAX_REPORT_DAYS} days in one report, found ${days}`
  return days > MAX_REPORT_DAYS ? tooMany : null
}
