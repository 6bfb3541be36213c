import { judgeBooks } from "../verdict"
import { cleanBooks } from "./evidence"

type Books = ReturnType<typeof cleanBooks>

/** Names of the checks that find something wrong. */
function violated({ visits, store, gateway }: Books): string[] {
  const { checks } = judgeBooks(visits, store, gateway)
  return checks.flatMap(({ name, violations }) => (violations.length > 0 ? [name] : []))
}

function must<T>(found: T | undefined): T {
  if (found === undefined) throw new Error("the clean books have changed")
  return found
}

describe("the verdict", () => {
  it("finds nothing wrong where nothing is", () => {
    expect(violated(cleanBooks())).toEqual([])
  })

  it.each<[string, string[], (books: Books) => void]>([
    [
      "a capture that is missing",
      ["paid_orders_captured_once", "every_payment_balances", "every_token_balances"],
      ({ store }) => void store.captures.shift(),
    ],
    [
      "a second capture",
      ["paid_orders_captured_once", "no_second_capture", "every_payment_balances", "every_token_balances"],
      ({ store }) => void store.captures.push(must(store.captures[0])),
    ],
    [
      "a capture that is not booked on the order",
      ["paid_orders_captured_once"],
      ({ store }) => void store.transactions.shift(),
    ],
    [
      "a paid order that is cancelled with its money",
      ["paid_orders_captured_once", "stock_consistent", "shelves_add_up"],
      ({ store }) => void (must(store.orders[0]).status = "canceled"),
    ],
    [
      "an unpaid order that lives",
      ["unpaid_orders_cancelled", "stock_consistent", "shelves_add_up"],
      ({ store }) => void (must(store.orders[2]).status = "pending"),
    ],
    [
      "money without an order that waits for nobody",
      ["odd_money_in_queue", "every_payment_balances", "every_token_balances"],
      ({ store }) => void (must(store.payments[2]).state = "expired"),
    ],
    [
      "a surplus that is not owed back",
      ["every_payment_balances", "every_token_balances"],
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
      "an end that nobody was told of",
      ["nothing_waits"],
      ({ store }) => void (must(store.payments[0]).announced_at = null),
    ],
    [
      "a reservation of no order",
      ["stock_consistent"],
      ({ store }) => void store.looseReservations.push({ id: "resitem", line_item_id: null }),
    ],
    [
      "an inventory that counts otherwise",
      ["shelves_add_up"],
      ({ store }) => void (must(store.levels[0]).reserved = 3),
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
      ({ gateway }) => void (must(gateway.ledger[0]).accounts.outside = "-58.000001"),
    ],
  ])("notices %s", (_what, names, spoil) => {
    const books = cleanBooks()
    spoil(books)
    expect(violated(books)).toEqual(names)
  })

  it("lets an order be cancelled whose money came in the moment of its cancellation", () => {
    const books = cleanBooks()
    const late = must(books.visits[2])
    books.visits[2] = { ...late, fate: "pays_exactly" }
    expect(violated(books)).toEqual([])
  })
})
