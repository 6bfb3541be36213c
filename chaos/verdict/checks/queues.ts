import { compareAmounts, parseAmount } from "../../../src/gateway/amount"
import { type Fate, fates } from "../../plan/fate"
import type { Check } from "../check"
import { groupBy } from "../grouping"
import { isWaiting, type SessionMoney } from "../session-money"
import { attemptsOf } from "../store-records"
import { orderOf } from "../visit-orders"

export const oddMoneyInQueue: Check = {
  name: "odd_money_in_queue",
  title: "money that fits no order is held for an operator, and no other money is",
  findViolations(evidence) {
    const bySession = groupBy(evidence.sessions, ({ payment }) => payment.session_id)
    return evidence.visits.flatMap((visit) => {
      const { fate, index, sessionIds, problem } = visit
      if (problem) return []
      const own = sessionIds.flatMap((id) => bySession.get(id) ?? [])
      const isGivenUp = fates[fate].order === "captured" && orderOf(visit, evidence)?.status === "canceled"
      const wrong = isGivenUp ? findWrongAfterEnd(own) : findWrong(fates[fate].queue, own)
      const ids = own.map(({ payment }) => payment.id).join(", ")
      return wrong === null ? [] : [`shopper ${index} (${fate}), payments ${ids}: ${wrong}`]
    })
  },
}

function findWrong(queue: Fate["queue"], own: readonly SessionMoney[]): string | null {
  const isUnallocated = own.some(({ payment }) => isWaiting(payment))
  const isOwed = own.some(({ owed }) => owed > 0n)
  switch (queue) {
    case "unallocated":
      if (isOwed) return "something is owed back for no reason"
      return isUnallocated ? null : "nothing is unallocated"
    case "unallocated_or_refund":
      if (isUnallocated && isOwed) return "it is unallocated, and owed back too"
      return isUnallocated || isOwed ? null : "nothing is unallocated or owed back"
    case "surplus": {
      if (isUnallocated) return "unallocated for no reason"
      const wrong = own.find((money) => money.owed !== surplusOf(money))
      return wrong
        ? `${surplusOf(wrong)} base units were paid in excess, and ${wrong.owed} are owed back`
        : null
    }
    case "as_paid":
      return null // The sums of each attempt determine where its money must be.
    case "review":
    case "nothing":
      if (isOwed) return "something is owed back for no reason"
      return isUnallocated ? "unallocated for no reason" : null
  }
}

/**
 * Money that arrived after a correct cancellation waits in the queue; the order's check knows when that is
 * allowed.
 */
function findWrongAfterEnd(own: readonly SessionMoney[]): string | null {
  const reason = own.at(-1)?.payment.unallocated_reason ?? "order_cancelled"
  if (reason !== "order_cancelled") return `unallocated because of ${reason}`
  return findWrong("unallocated_or_refund", own)
}

function surplusOf({ payment, received }: SessionMoney): bigint {
  const more = received - parseAmount(payment.expected_amount, payment.decimals)
  return more > 0n ? more : 0n
}

export const reviewsMirrored: Check = {
  name: "deposits_in_review_mirrored",
  title: "every deposit that the service has in review is in review in the store, with its amount",
  findViolations({ gateway, store }) {
    const ours = new Map(store.deposits.map((deposit) => [deposit.id, deposit]))
    return gateway.deposits.flatMap(({ depositId, resolutionStatus, amount }) => {
      const mirrored = ours.get(depositId)
      if (resolutionStatus !== "review_required") return [`deposit ${depositId} is ${resolutionStatus}`]
      if (!mirrored) return [`deposit ${depositId} is unknown to the store`]
      if (mirrored.state !== "in_review") return [`deposit ${depositId} is ${mirrored.state} in the store`]
      return mirrored.amount_raw === amount.raw ? [] : [`deposit ${depositId}: ${mirrored.amount_raw}`]
    })
  },
}

export const transactionsMirrored: Check = {
  name: "transactions_in_review_mirrored",
  title: "money that the service records only as a transaction in review is in review in the store",
  findViolations({ gateway, store }) {
    const ours = new Map(store.transactionsInReview.map((transaction) => [transaction.tx_hash, transaction]))
    return gateway.transfers.flatMap(({ outcome, depositId, txHash, amount }) => {
      if (outcome !== "review" || depositId !== undefined) return []
      const mirrored = ours.get(txHash)
      if (!mirrored) return [`transaction ${txHash} is unknown to the store`]
      const isSame = mirrored.amount !== null && compareAmounts(mirrored.amount, amount) === 0
      return isSame ? [] : [`transaction ${txHash}: ${mirrored.amount} of ${amount}`]
    })
  },
}

/** An attempt that was being opened when the money became known. */
const openingMs = 5_000

export const knownMoneyAsksForNoMore: Check = {
  name: "known_money_asks_for_no_more",
  title: "no payment whose money the store knew to be in review asked for more",
  findViolations({ store }) {
    const attempts = attemptsOf(store)
    const byInvoice = new Map(attempts.map((row) => [row.gateway_invoice_id ?? "", row.id]))
    const known = [
      ...store.deposits
        .filter(({ state }) => state === "in_review")
        .map(({ id, payment_id: paymentId, created_at: at }) => ({ what: `deposit ${id}`, paymentId, at })),
      ...store.transactionsInReview.map(({ id, reference, created_at: at }) => {
        return { what: `transaction ${id}`, paymentId: byInvoice.get(reference ?? "") ?? null, at }
      }),
    ]
    const byPayment = groupBy(attempts, ({ id }) => id)
    return known.flatMap(({ what, paymentId, at }) =>
      (byPayment.get(paymentId ?? "") ?? []).flatMap((attempt) =>
        attempt.attempt_created_at.getTime() <= at.getTime() + openingMs
          ? []
          : [`attempt ${attempt.attempt_id} of payment ${paymentId} was opened after ${what} was known`]
      )
    )
  },
}

export const nothingWaits: Check = {
  name: "nothing_waits",
  title: "no webhook is pending, no payment is incomplete, and nothing is unpublished",
  findViolations({ store }) {
    const deliveries = store.deliveries.map(
      ({ id, state, event, attempts, last_error }) =>
        `webhook ${id} (${event}) is ${state} after ${attempts} attempts: ${last_error ?? ""}`
    )
    const payments = store.payments.flatMap(
      ({ id, state, end_published_at: publishedAt, last_error: error }) => {
        if (["opening", "confirming", "settled"].includes(state))
          return [`payment ${id} is ${state}: ${error ?? ""}`]
        const isEnd = state === "captured" || state === "unallocated"
        return isEnd && publishedAt === null ? [`payment ${id} is ${state} and was not published`] : []
      }
    )
    const earlier = store.earlier.flatMap(({ attempt_id: id, state, last_error: error }) =>
      state === "opening" || state === "confirming" ? [`attempt ${id} is ${state}: ${error ?? ""}`] : []
    )
    const refunds = store.owed.flatMap(({ id, due_published_at: publishedAt }) =>
      publishedAt === null ? [`refund ${id} was not published`] : []
    )
    return [...deliveries, ...payments, ...earlier, ...refunds]
  },
}

export const statusesStored: Check = {
  name: "statuses_stored",
  title: "the stored status of every payment is the one that its facts lead to",
  findViolations: ({ store }) => store.staleStatuses,
}
