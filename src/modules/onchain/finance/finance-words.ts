import type { BillingFacts, BillingFinding, BillingWarningId } from "../../../domain/finance/billing-warning"
import { findUnread, graceEnd } from "../../../domain/finance/billing-warning"
import {
  MAX_REPORT_DAYS,
  type RangeProblem,
  type ReportMatch,
  type ReportReason,
} from "../../../domain/finance/report-difference"
import { momentInWords } from "../../../domain/moment-in-words"
import { findKnownPlan, type KnownPlan } from "../../../gateway/contract"

export type BillingWarning = BillingFinding & { message: string }

export function billingMessage(id: BillingWarningId, facts: BillingFacts): string {
  return BILLING[id](facts)
}

const on = (moment: Date | null) => (moment === null ? "on an unknown day" : momentInWords(moment))
const graceOf = (cycleEndsAt: Date | null) => (cycleEndsAt === null ? null : graceEnd(cycleEndsAt))

const BILLING: Record<BillingWarningId, (facts: BillingFacts) => string> = {
  past_due: ({ cycleEndsAt }) =>
    `The renewal of the plan is not paid. Nothing changes until the grace ends` +
    `${cycleEndsAt ? ` ${on(graceOf(cycleEndsAt))}` : " 14 days after the cycle ended"}; then the business moves to the Free ` +
    `plan. Pay it in the provider's dashboard.`,
  cycle_over: ({ cycleEndsAt }) =>
    `The cycle of the plan ended ${on(cycleEndsAt)}, and the provider names no later end. If the renewal is not paid, the ` +
    `grace ends ${on(graceOf(cycleEndsAt))}; then the business moves to the Free plan. Check the invoice in the provider's ` +
    `dashboard.`,
  renewal_soon: ({ cycleEndsAt }) =>
    `The plan renews ${on(cycleEndsAt)}. Its invoice is in the provider's dashboard; if it is not paid by then, 14 days of ` +
    `grace begin.`,
  quota_used: (facts) => `${quotaOf(facts)}. Each further one costs ${feeOf(facts)}.`,
  quota_low: (facts) => `${quotaOf(facts)}. After the last one each costs ${feeOf(facts)}.`,
  gas_gone: () =>
    "The gas credit is used up. Payouts and sweeps wait, and continue after a top-up in the provider's dashboard or when " +
    "the next cycle begins. Payments still arrive.",
  gas_low: () =>
    "The gas credit is nearly used up. Without gas, payouts and sweeps wait. Top it up in the provider's dashboard.",
  gas_blocked: ({ gasBlocked }) =>
    `Operations that wait for gas: ${gasBlocked}. Top up in the provider's dashboard; they then continue, the oldest first.`,
  plan_unknown: ({ plan }) =>
    `The plan "${plan?.slice(0, 40)}" is not known here. Look up its fees in the provider's dashboard.`,
  unread: (facts) => {
    const unread = findUnread(facts)
    const settings = unread.map((field) => `assumptions.fields.billing.${field}`)
    const envelope =
      facts.plan === null ? " The answers may be inside another field: assumptions.envelopes.billing." : ""
    return (
      `Unknown: the provider's answers have no readable figure for ${settings.join(", ")}.${envelope} Set each to the name of the ` +
      `provider's field; until then nothing warns about it.`
    )
  },
}

const quotaOf = ({ quotaUsed, quotaIncluded }: BillingFacts) =>
  `${quotaUsed} of ${quotaIncluded} payouts of this cycle are used`

/** The price of a payout once the included ones are used up, where the provider's price list has a figure. */
const PAYOUT_FEES_USD = {
  Free: "0.05",
  Startup: "0.03",
  Growth: "0.01",
  Scale: "0.005",
  Enterprise: null,
} as const satisfies Record<KnownPlan, string | null>

function feeOf({ plan }: BillingFacts): string {
  const known = findKnownPlan(plan)
  const fee = known ? PAYOUT_FEES_USD[known] : null
  return fee === null ? "the fee of your plan" : `$${fee}`
}

export function explainDifference(reason: ReportReason, match: ReportMatch): string {
  return DIFFERENCES[reason](match)
}

const named = (codes: readonly string[]) => codes.map((code) => code.toUpperCase()).join(" and ")

const DIFFERENCES: Record<ReportReason, (match: ReportMatch) => string> = {
  transaction_unread: () =>
    "The provider lists a transaction whose kind or amount cannot be read here, so it is in no sum. The list of transactions " +
    "shows it as the provider sent it, and names the setting.",
  payout_not_listed: () =>
    "Our withdrawal is completed, and the provider lists no transaction for it. It may be newer than the list.",
  payout_amount: () =>
    "The amount that left the treasury is not that of the withdrawal. Compare both at the provider. If every payout differs by " +
    "its fee, correct assumptions.transactions.payoutAmounts.",
  payout_of_ended_withdrawal: ({ withdrawal }) =>
    `Our withdrawal is ${withdrawal?.state}, and money left the treasury for it. Open the withdrawal and check it again.`,
  unknown_withdrawal: () =>
    "No withdrawal of this store has this identifier. It was made in the provider's dashboard, it is a share that a payout " +
    "route paid, or its row was lost when a database was restored.",
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

export function rangeMessage(problem: RangeProblem): string {
  switch (problem.code) {
    case "not_a_day":
      return `${problem.field}: expected a day such as 2026-01-31`
    case "before_from":
      return "to: expected a day that is not before from"
    case "in_future":
      return "to: expected a day that is not in the future; days are counted in UTC"
    case "too_long":
      return `to: expected at most ${MAX_REPORT_DAYS} days in one report, found ${problem.days}`
  }
}
