import type { Records } from "../verdict"
import { after, cleanRecords } from "./evidence"
import { must, violated } from "./violated"

/** The money of the last shopper, at a service that records it only as a transaction in review. */
const mirrored = {
  ...{ id: "txn_odd", tx_hash: "0xodd", reference: "inv_odd", amount: "5", created_at: after(6) },
}

function recordedAsTransaction({ visits, store, gateway }: Records): void {
  must(visits[4]).fate = "pays_after_expiry"
  Object.assign(must(store.payments[4]), { kind: "invoice", gateway_invoice_id: "inv_odd" })
  Object.assign(must(gateway.transfers[4]), {
    ...{ outcome: "review", reason: "invoice_not_payable", invoiceId: "inv_odd", depositId: undefined },
  })
  store.deposits = []
  store.heard = store.heard.filter(({ subject_id }) => subject_id !== "dep_odd")
  gateway.deposits = []
}

describe("the verdict", () => {
  it("finds no violation in clean records", () => {
    expect(violated(cleanRecords())).toEqual([])
  })

  it.each<[string, string[], (records: Records) => void]>([
    [
      "a missing capture",
      [
        "paid_orders_captured_once",
        "orders_show_what_was_paid",
        "every_payment_balances",
        "every_token_balances",
      ],
      ({ store }) => void store.captures.shift(),
    ],
    [
      "a second capture",
      [
        ...["paid_orders_captured_once", "no_second_capture", "orders_show_what_was_paid"],
        ...["every_payment_balances", "every_token_balances"],
      ],
      ({ store }) => void store.captures.push(must(store.captures[0])),
    ],
    [
      "a capture that is not booked on the order",
      ["orders_show_what_was_paid"],
      ({ store }) => void store.transactions.shift(),
    ],
    [
      "a paid order that is cancelled and keeps its money",
      [
        ...["paid_orders_captured_once", "odd_money_in_queue", "ends_are_told"],
        ...["stock_consistent", "shelves_add_up"],
      ],
      ({ store }) => void (must(store.orders[0]).status = "canceled"),
    ],
    [
      "an order that is neither captured nor cancelled",
      [
        ...["paid_orders_captured_once", "odd_money_in_queue", "ends_are_told"],
        ...["stock_consistent", "shelves_add_up"],
      ],
      ({ store }) => void (must(store.orders[2]).status = "pending"),
    ],
    [
      "a live unpaid order",
      ["unpaid_orders_cancelled", "ends_are_told", "stock_consistent", "shelves_add_up"],
      ({ visits, store }) => {
        must(visits[2]).fate = "pays_after_cancellation"
        must(store.orders[2]).status = "pending"
      },
    ],
    [
      "money below the service's minimum, which it records nowhere",
      ["every_token_balances"],
      ({ gateway }) => {
        must(gateway.ledger[0]).accounts = { outside: "-78", treasury: "75", unrecorded: "3" }
      },
    ],
    [
      "money without an order that is in no queue",
      [
        ...["paid_orders_captured_once", "odd_money_in_queue", "ends_are_told"],
        ...["every_payment_balances", "every_token_balances"],
      ],
      ({ store }) => void (must(store.payments[2]).state = "expired"),
    ],
    [
      "a surplus that is not owed back",
      ["odd_money_in_queue", "every_payment_balances", "every_token_balances"],
      ({ store }) => void (store.owed = []),
    ],
    [
      "a deposit unknown to the store",
      ["deposits_in_review_mirrored"],
      ({ store }) => void (store.deposits = []),
    ],
    [
      "a transaction in review unknown to the store",
      ["transactions_in_review_mirrored"],
      recordedAsTransaction,
    ],
    [
      "a transaction in review with another amount",
      ["transactions_in_review_mirrored"],
      (records) => {
        recordedAsTransaction(records)
        records.store.transactionsInReview.push({ ...mirrored, amount: "4" })
      },
    ],
    [
      "an attempt that was opened when a transaction in review was known",
      ["known_money_asks_for_no_more"],
      (records) => {
        recordedAsTransaction(records)
        records.store.transactionsInReview.push(mirrored)
        must(records.store.payments[4]).attempt_created_at = after(30)
      },
    ],
    [
      "an attempt that was opened when a deposit in review was known",
      ["known_money_asks_for_no_more"],
      ({ store }) => void (must(store.payments[4]).attempt_created_at = after(30)),
    ],
    [
      "a pending webhook",
      ["nothing_waits"],
      ({ store }) => {
        store.deliveries.push({
          id: "whk",
          state: "dead",
          event: "invoice.paid",
          attempts: 60,
          last_error: null,
        })
      },
    ],
    [
      "an unpublished end",
      ["nothing_waits"],
      ({ store }) => void (must(store.payments[0]).end_published_at = null),
    ],
    [
      "a reservation without an order",
      ["stock_consistent"],
      ({ store }) =>
        void store.looseReservations.push({
          id: "resitem",
          line_item_id: null,
          quantity: 1,
          reserved_at: after(-30),
        }),
    ],
    ["a wrong inventory count", ["shelves_add_up"], ({ store }) => void (must(store.levels[0]).reserved = 5)],
    [
      "two orders of one cart",
      ["one_order_per_cart", "shelves_add_up"],
      ({ store }) => void store.orders.push({ ...must(store.orders[0]), id: "order_twin" }),
    ],
    [
      "a shopper who did not finish",
      ["shoppers_served"],
      ({ visits }) => void (must(visits[0]).problem = "gave up"),
    ],
    [
      "money in the ledger that belongs to no payment",
      ["every_token_balances"],
      ({ gateway }) => void (must(gateway.ledger[0]).accounts.outside = "-75.000001"),
    ],
  ])("notices %s", (_what, names, spoil) => {
    const records = cleanRecords()
    spoil(records)
    expect(violated(records)).toEqual(names)
  })
})
