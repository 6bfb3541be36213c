import { fates } from "../../plan/fate"
import type { Check } from "../check"

export const oddMoneyInQueue: Check = {
  name: "odd_money_in_queue",
  title: "money that fits no order waits for a person, and no other does",
  findViolations({ visits, sessions, store }) {
    const bySession = new Map(sessions.map((money) => [money.payment.session_id, money]))
    return visits.flatMap(({ fate, index, sessionIds, problem }) => {
      if (problem) return []
      const own = sessionIds.flatMap((id) => bySession.get(id) ?? [])
      const who = `shopper ${index} (${fate}), payments ${own.map(({ payment }) => payment.id).join(", ")}`
      const isUnallocated = own.some(({ payment }) => payment.state === "unallocated")
      const isOwed = own.some(({ owed }) => owed > 0n)
      switch (fates[fate].queue) {
        case "unallocated":
          return isUnallocated ? [] : [`${who}: nothing is unallocated`]
        case "unallocated_or_refund":
          return isUnallocated || isOwed ? [] : [`${who}: nothing is unallocated or owed`]
        case "surplus":
        case "review":
        case "nothing":
          // What came after the order was rightly cancelled is unallocated, and the order's check knows when it may.
          return isUnallocated && !isOfCancelledOrder(own) ? [`${who}: unallocated for no reason`] : []
      }
    })

    function isOfCancelledOrder(own: typeof sessions): boolean {
      return own.every(({ payment: { state, unallocated_reason: reason } }) =>
        state !== "unallocated" ? true : reason === "order_cancelled" && store.orders.length > 0
      )
    }
  },
}

export const reviewsMirrored: Check = {
  name: "deposits_in_review_mirrored",
  title: "every deposit that the service has in review is in review in the store, with its amount",
  findViolations({ gateway, store }) {
    const ours = new Map(store.deposits.map((deposit) => [deposit.id, deposit]))
    return gateway.deposits.flatMap(({ depositId, resolutionStatus, amount }) => {
      const mirrored = ours.get(depositId)
      if (resolutionStatus !== "review_required") return [`deposit ${depositId} is ${resolutionStatus}`]
      if (!mirrored) return [`deposit ${depositId} is not known to the store`]
      if (mirrored.state !== "in_review") return [`deposit ${depositId} is ${mirrored.state} in the store`]
      return mirrored.amount_raw === amount.raw ? [] : [`deposit ${depositId}: ${mirrored.amount_raw}`]
    })
  },
}

export const nothingWaits: Check = {
  name: "nothing_waits",
  title: "no webhook waits for work, no payment is halfway, and whoever listens was told",
  findViolations({ store }) {
    const deliveries = store.deliveries.map(
      ({ id, state, event, attempts, last_error }) =>
        `webhook ${id} (${event}) is ${state} after ${attempts} attempts: ${last_error ?? ""}`
    )
    const payments = store.payments.flatMap(({ id, state, announced_at: announcedAt, last_error: error }) => {
      if (["confirming", "settled"].includes(state)) return [`payment ${id} is ${state}: ${error ?? ""}`]
      const isEnd = state === "captured" || state === "unallocated"
      return isEnd && announcedAt === null ? [`payment ${id} is ${state} and was not announced`] : []
    })
    return [...deliveries, ...payments]
  },
}
