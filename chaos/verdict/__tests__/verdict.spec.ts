import type { Books } from "../verdict"
import { cleanBooks } from "./evidence"
import { must, violated } from "./violated"

describe("the verdict", () => {
  it("finds nothing wrong where nothing is", () => {
    expect(violated(cleanBooks())).toEqual([])
  })

  it.each<[string, string[], (books: Books) => void]>([
    [
      "a capture that is missing",
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
      "a paid order that is cancelled with its money",
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
      "an unpaid order that lives",
      ["unpaid_orders_cancelled", "ends_are_told", "stock_consistent", "shelves_add_up"],
      ({ visits, store }) => {
        must(visits[2]).fate = "pays_after_cancellation"
        must(store.orders[2]).status = "pending"
      },
    ],
    [
      "money without an order that waits for nobody",
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
      "a deposit that the store has not heard of",
      ["deposits_in_review_mirrored"],
      ({ store }) => void (store.deposits = []),
    ],
    [
      "a webhook that waits",
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
      "an end that was not published",
      ["nothing_waits"],
      ({ store }) => void (must(store.payments[0]).end_published_at = null),
    ],
    [
      "a reservation of no order",
      ["stock_consistent"],
      ({ store }) => void store.looseReservations.push({ id: "resitem", line_item_id: null }),
    ],
    [
      "an inventory that counts otherwise",
      ["shelves_add_up"],
      ({ store }) => void (must(store.levels[0]).reserved = 5),
    ],
    [
      "two orders of one cart",
      ["one_order_per_cart", "shelves_add_up"],
      ({ store }) => void store.orders.push({ ...must(store.orders[0]), id: "order_twin" }),
    ],
    [
      "a shopper who did not come through",
      ["shoppers_served"],
      ({ visits }) => void (must(visits[0]).problem = "gave up"),
    ],
    [
      "money in the ledger that no payment knows of",
      ["every_token_balances"],
      ({ gateway }) => void (must(gateway.ledger[0]).accounts.outside = "-75.000001"),
    ],
  ])("notices %s", (_what, names, spoil) => {
    const books = cleanBooks()
    spoil(books)
    expect(violated(books)).toEqual(names)
  })
})
