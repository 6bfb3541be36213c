import { GatewayError } from "../../gateway/client/errors"
import type { BillingSnapshot } from "./billing-reader"
import type { Waiting } from "./health-facts"
import { inTime } from "./in-time"
import type { PayoutTroubles } from "./payout-facts"
import type OnchainModuleService from "./service"
import { PATIENCE_MS, type SetupCheck } from "./setup-checks"
import { inWords } from "./work-checks"

/** Checks that money which goes out arrives, and that what is owed back is not forgotten. */
export async function checkPayoutWork(onchain: OnchainModuleService): Promise<SetupCheck[]> {
  const { books, clock, options } = onchain
  const [troubles, refunds, billing] = await Promise.all([
    books.payoutFacts.troubles(),
    books.payoutFacts.dueRefunds(),
    checkBilling(onchain),
  ])
  return [
    describeWithdrawals(troubles),
    describeRefunds(refunds, clock(), options.payoutApiKey !== undefined),
    billing,
  ]
}

/** Everything that is wrong is told, the worst first: one trouble must not hide another. */
export function describeWithdrawals(troubles: PayoutTroubles): SetupCheck {
  const id = "withdrawals"
  const told = TROUBLES.filter(({ of }) => troubles[of].length > 0)
  const [worst] = told
  if (!worst) return { id, status: "ok", message: "No withdrawal needs a look." }
  const message = told.map(({ of, words }) => words(troubles[of].join(", "))).join(" ")
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
      `The service says otherwise than this store about these withdrawals: ${ids}. Open each, compare, and ` +
      `write down what you found; money may have been paid twice.`,
  },
  {
    of: "unclear",
    status: "error",
    words: (ids) =>
      `Nobody knows whether the service has these withdrawals: ${ids}. Look for each in the service's dashboard, and end ` +
      `it under Withdrawals with its identifier there, or with a note that there is none.`,
  },
  {
    of: "unanswered",
    status: "warning",
    words: (ids) =>
      `The service has not answered for more than ten minutes about these withdrawals: ${ids}. They are asked for again ` +
      `with the same key; the reason is beside each under Withdrawals.`,
  },
  {
    of: "gasBlocked",
    status: "warning",
    words: (ids) =>
      `These withdrawals wait for gas: ${ids}. Top up in the service's dashboard; they then go on by themselves.`,
  },
  {
    of: "unfollowed",
    status: "warning",
    words: (ids) =>
      `The service has told nothing of these withdrawals for more than two hours: ${ids}. Is a process running that does ` +
      `scheduled jobs, and does the service answer? The reason is beside each under Withdrawals; after three days a person can end it there.`,
  },
  {
    of: "unknown",
    status: "warning",
    words: (ids) =>
      `For more than a day the service has called these withdrawals something that is not known here: ${ids}. Look at each ` +
      `in the service's dashboard, and say what the word means in assumptions.withdrawalPhases.`,
  },
  {
    of: "unapproved",
    status: "warning",
    words: (ids) =>
      `These withdrawals have waited for the approval of a second user for more than a day: ${ids}.`,
  },
]

/** @param hasPayoutKey without one nothing is paid out here, and refunds are paid by other means */
export function describeRefunds(
  { count, oldestAt }: Waiting,
  nowMs: number,
  hasPayoutKey: boolean
): SetupCheck {
  const id = "refunds"
  if (count === 0) return { id, status: "ok", message: "No refund waits to be paid." }
  const age = oldestAt ? `, the oldest for ${inWords(nowMs - oldestAt.getTime())}` : ""
  const todo = hasPayoutKey
    ? "Pay them under Refunds due."
    : "Payouts are off, so pay each by other means and note it as settled under Refunds due."
  const message = `Refunds that are due and not begun: ${count}${age}. ${todo}`
  return { id, status: "warning", message }
}

/** Without a payout key the plan is asked for too: past due, it moves to another one for payments as well. */
async function checkBilling({ books, options }: OnchainModuleService): Promise<SetupCheck> {
  try {
    const snapshot = await inTime(books.billing.readRecent(), PATIENCE_MS)
    return snapshot ? describeBilling(snapshot, options.payoutApiKey !== undefined) : UNKNOWN
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return UNKNOWN
  }
}

/** That the service cannot be asked is told by the check of the gateway. */
const UNKNOWN: SetupCheck = {
  id: "billing",
  status: "ok",
  message: "Plan and gas could not be read just now.",
}

export function describeBilling({ facts, warnings }: BillingSnapshot, hasPayoutKey: boolean): SetupCheck {
  const id = "billing"
  const told = hasPayoutKey ? warnings : warnings.filter((warning) => warning.id === "past_due")
  const worst = told.find(({ severity }) => severity === "error") ?? told[0]
  if (worst) return { id, status: worst.severity, message: worst.message }
  const plan = facts.plan === null ? "The plan" : `The plan ${facts.plan.slice(0, 40)}`
  return { id, status: "ok", message: `${plan} needs nothing.` }
}
