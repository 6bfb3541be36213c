import { healthOf } from "../../../domain/health/attention"
import { GatewayError } from "../../../gateway/client/errors"
import type { BillingSnapshot } from "../finance/billing-reader"
import type { OpenWork } from "./attention-list"
import type { Waiting, PayoutTroubles } from "./health-facts"
import { inTime } from "../work/take-due"
import type OnchainModuleService from "../service"
import { countInWords, inWords, PATIENCE_MS, type SetupCheck } from "./setup-check"

export async function checkPayoutWork(onchain: OnchainModuleService, open: OpenWork): Promise<SetupCheck[]> {
  const { finance, clock, options } = onchain
  const [troubles, billing] = await Promise.all([finance.payoutFacts.troubles(), checkBilling(onchain)])
  return [
    describeWithdrawals(troubles),
    describeRefunds(open(["refund_due"]), clock(), options.payoutApiKey !== undefined),
    describeTransactions(open(["transaction"]), clock()),
    billing,
  ]
}

function describeTransactions({ count, oldestAt }: Waiting, nowMs: number): SetupCheck {
  const id = "transactions"
  if (count === 0) return { id, status: "ok", message: "No transaction waits for a review." }
  const message =
    `Transactions that need review: ${countInWords(count)}. The provider holds them, or they cannot be read and are in no report; ` +
    `each names its reason or setting. Mark each as reviewed under Needs review.`
  return { id, status: healthOf("transaction", count, ageOf(oldestAt, nowMs)), message }
}

const ageOf = (at: Date | null, nowMs: number) => (at ? nowMs - at.getTime() : 0)

/** Reports every problem, errors first: one must not hide another. */
export function describeWithdrawals(troubles: PayoutTroubles): SetupCheck {
  const id = "withdrawals"
  const found = TROUBLES.filter(({ of }) => troubles[of].length > 0)
  const [worst] = found
  if (!worst) return { id, status: "ok", message: "No withdrawal needs attention." }
  const message = found.map(({ of, words }) => words(troubles[of].join(", "))).join(" ")
  return { id, status: worst.status, message }
}

/** Errors first. */
const TROUBLES: readonly {
  of: keyof PayoutTroubles
  status: "warning" | "error"
  words: (ids: string) => string
}[] = [
  {
    of: "contradicted",
    status: "error",
    words: (ids) =>
      `The provider contradicts this store about these withdrawals: ${ids}. Compare each; money may have been paid twice.`,
  },
  {
    of: "unknown",
    status: "error",
    words: (ids) =>
      `Unknown whether the provider has these withdrawals: ${ids}. Look for each in the provider's dashboard, then close it ` +
      `under Payouts.`,
  },
  {
    of: "unanswered",
    status: "warning",
    words: (ids) =>
      `No answer of the provider about these withdrawals for more than ten minutes: ${ids}. They are repeated with the same key.`,
  },
  {
    of: "gasBlocked",
    status: "warning",
    words: (ids) => `Blocked until gas is added: ${ids}. Top up in the provider's dashboard.`,
  },
  {
    of: "unfollowed",
    status: "warning",
    words: (ids) =>
      `No update on these withdrawals for more than two hours: ${ids}. Check that scheduled jobs run and the provider answers. ` +
      `After three days you can close them under Payouts.`,
  },
  {
    of: "unknownStatus",
    status: "warning",
    words: (ids) =>
      `Unknown status for more than a day: ${ids}. Check each in the provider's dashboard, and add the status to ` +
      `assumptions.statuses.withdrawal.`,
  },
  {
    of: "unapproved",
    status: "warning",
    words: (ids) => `Waiting for a second user's approval for more than a day: ${ids}.`,
  },
]

/** @param hasPayoutKey without a payout key refunds are paid by other means */
export function describeRefunds(
  { count, oldestAt }: Waiting,
  nowMs: number,
  hasPayoutKey: boolean
): SetupCheck {
  const id = "refunds"
  if (count === 0) return { id, status: "ok", message: "No refund is due." }
  const age = oldestAt ? `, the oldest for ${inWords(ageOf(oldestAt, nowMs))}` : ""
  const todo = hasPayoutKey
    ? "Pay them under Payouts."
    : "Payouts are off: pay each another way and mark it as paid elsewhere under Payouts."
  const message = `Refunds due: ${countInWords(count)}${age}. ${todo}`
  return { id, status: healthOf("refund_due", count, ageOf(oldestAt, nowMs)), message }
}

/** The plan is read without a payout key too: a plan that is past due changes for payments as well. */
async function checkBilling({ finance, options }: OnchainModuleService): Promise<SetupCheck> {
  try {
    const snapshot = await inTime(finance.billing.readRecent(), PATIENCE_MS)
    return snapshot ? describeBilling(snapshot, options.payoutApiKey !== undefined) : UNKNOWN
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return UNKNOWN
  }
}

/** The check of the gateway reports that it does not answer. */
const UNKNOWN: SetupCheck = {
  id: "billing",
  status: "ok",
  message: "Plan and gas could not be read.",
}

export function describeBilling({ facts, warnings }: BillingSnapshot, hasPayoutKey: boolean): SetupCheck {
  const id = "billing"
  const shown = hasPayoutKey ? warnings : warnings.filter(({ id }) => id === "past_due" || id === "unread")
  const worst = shown.find(({ severity }) => severity === "error") ?? shown[0]
  if (worst) return { id, status: worst.severity, message: worst.message }
  const plan = facts.plan === null ? "The plan" : `The plan ${facts.plan.slice(0, 40)}`
  return { id, status: "ok", message: `${plan} needs nothing.` }
}
