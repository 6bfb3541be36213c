import type { Records } from "../verdict"
import { after, givenUpAt } from "./evidence"
import { judged, must, type Spoil } from "./violated"

const late = 2
const intent = 3
const odd = 4

/** An order cancelled at the usual time although its money arrived. */
function givenUp({ store }: Records, index: number, at = givenUpAt): void {
  const order = must(store.orders[index])
  Object.assign(order, { status: "canceled", canceled_at: at, reserved: 0 })
  const payment = must(store.payments[index])
  Object.assign(payment, { state: "unallocated", unallocated_reason: "order_cancelled" })
  store.captures = store.captures.filter(({ order_id }) => order_id !== order.id)
  store.transactions = store.transactions.filter(({ order_id }) => order_id !== order.id)
}

describe("a captured order is noticed when", () => {
  it.each<[string, Spoil]>([
    ["its total differs", ({ store }) => (must(store.orders[0]).total = "34")],
    [
      "the money belongs to a session that the shopper has abandoned",
      ({ visits }) => must(visits[0]).sessionIds.push("payses_newer"),
    ],
  ])("%s", (_, spoil) => {
    expect(judged(spoil)).toEqual(["paid_orders_captured_once"])
  })
})

describe("a partly paid order", () => {
  const partIsHeldUntil = (seconds: number, paidAfter = 3) =>
    judged(({ visits, store, gateway }) => {
      must(visits[late]).fate = "pays_far_too_little"
      must(store.orders[late]).canceled_at = after(seconds)
      must(gateway.transfers[late]).at = after(paidAfter).toISOString()
    })

  it("is noticed when it is cancelled before the hold is over", () => {
    expect(partIsHeldUntil(35)).toEqual(["parts_hold_their_order"])
  })

  it("is right when it was held, or when its money arrived too late to be known", () => {
    expect(partIsHeldUntil(49)).toEqual([])
    expect(partIsHeldUntil(35, 29)).toEqual([])
  })
})

describe("a paid order that was cancelled", () => {
  const askedAt = (records: Records, ...seconds: number[]) => {
    const asksOf = new Map([["inv_late", seconds.map((second) => after(second).getTime())]])
    records.gateway.calls = { ...records.gateway.calls, asksOf }
  }
  const paidAt = ({ gateway }: Records, index: number, seconds: number) =>
    void (must(gateway.transfers[index]).at = after(seconds).toISOString())

  /** Medusa takes long from the decision to the end; the store polled the service twice. All in seconds. */
  const endSlowly = (
    records: Records,
    [asked, askedAgain]: [number, number],
    { paid, decided, ended }: { paid: number; decided: number; ended: number }
  ) => {
    askedAt(records, asked, askedAgain)
    paidAt(records, late, paid)
    must(records.store.payments[late]).order_timed_out_at = after(decided)
    must(records.store.orders[late]).canceled_at = after(ended)
  }

  it.each<[string, Spoil]>([
    [
      "the money arrived after the last poll",
      (records) => (askedAt(records, 1, 34), paidAt(records, late, 34.5)),
    ],
    [
      "another poll happened during the cancellation",
      (records) => (askedAt(records, 34, 34.8), paidAt(records, late, 34.5)),
    ],
    [
      "Medusa took long to cancel it, with another poll meanwhile",
      (records) => endSlowly(records, [32, 34.8], { paid: 34.5, decided: 34.6, ended: 50 }),
    ],
    [
      "the store was killed during it, and finished it later",
      (records) => {
        endSlowly(records, [32, 50], { paid: 34.5, decided: 34.2, ended: 110 })
        records.storm.killedAt = [after(36).getTime()]
      },
    ],
  ])("is right when %s", (_, spoil) => {
    expect(judged(spoil)).toEqual([])
  })

  it.each<[string, Spoil]>([
    [
      "the service reported the money before the decision",
      (records) => endSlowly(records, [32, 40.5], { paid: 40, decided: 45, ended: 50 }),
    ],
    [
      "the decision was for an attempt that had no effect",
      (records) => endSlowly(records, [32, 50], { paid: 34.5, decided: 34.6, ended: 80 }),
    ],
    [
      "the service reported that the payment is confirming",
      (records) => (askedAt(records, 1, 34.5), paidAt(records, late, 34.2)),
    ],
    ["the service was not polled", (records) => (askedAt(records, 1), paidAt(records, late, 30))],
    [
      "the service reported the money long before",
      (records) => (askedAt(records, 10, 24), paidAt(records, late, 11)),
    ],
    ["its time was not over", ({ store }) => (must(store.orders[late]).canceled_at = after(5))],
  ])("is noticed when %s, and nothing else is", (_, spoil) => {
    expect(judged(spoil)).toEqual(["paid_orders_captured_once"])
  })

  it.each<[string, Spoil]>([
    ["it was paid by intent, however early", (records) => givenUp(records, intent)],
    [
      "none of the shopper's money arrived",
      ({ gateway }) =>
        (gateway.transfers = gateway.transfers.filter(({ invoiceId }) => invoiceId !== "inv_late")),
    ],
    [
      "it is captured too",
      ({ store }) =>
        store.captures.push({
          ...must(store.captures[0]),
          ...{ id: "capt_late", order_id: "order_late", session_id: "payses_late" },
        }),
    ],
  ])("is noticed when %s", (_, spoil) => {
    expect(judged(spoil)).toContain("paid_orders_captured_once")
  })

  it("is right when it was paid by intent after the lists were read", () => {
    const found = judged((records) => (givenUp(records, intent), paidAt(records, intent, 31)))
    expect(found).not.toContain("paid_orders_captured_once")
  })
})

describe("an order that a deposit in review may belong to", () => {
  it("is noticed when it is cancelled although the store knew of the deposit", () => {
    const found = judged(({ store }) =>
      Object.assign(must(store.orders[odd]), { status: "canceled", canceled_at: givenUpAt })
    )
    expect(found).toContain("unpaid_orders_cancelled")
  })

  const givenUpUnheard = ({ store, gateway }: Records, depositAt: number, listsAt: number[]) => {
    Object.assign(must(store.orders[odd]), { status: "canceled", canceled_at: givenUpAt })
    must(store.deposits[0]).created_at = after(50)
    must(gateway.transfers[odd]).at = after(depositAt).toISOString()
    const depositLists = listsAt.map((second) => after(second).getTime())
    gateway.calls = { ...gateway.calls, depositLists }
  }

  it.each([
    ["the deposits in review were read only after the deposit arrived", 3, [31]],
    ["the deposits in review were read only before its time was over", 31, [5]],
    ["the deposits in review were not read", 20, []],
  ])("is noticed when it is cancelled although %s", (_, depositAt, listsAt) => {
    const found = judged((records) => givenUpUnheard(records, depositAt, listsAt))
    expect(found).toContain("unpaid_orders_cancelled")
  })

  it("may be cancelled when the deposit arrived after the read", () => {
    const found = judged((records) => givenUpUnheard(records, 32, [31]))
    expect(found).not.toContain("unpaid_orders_cancelled")
  })
})

describe("the amount an order shows as paid", () => {
  it.each<[string, (records: Records) => void]>([
    [
      "an unbooked refund",
      ({ store }) => store.refunds.push({ order_id: "order_paid", session_id: "payses_paid", amount: "17" }),
    ],
    [
      "a booked refund that was not made",
      ({ store }) =>
        store.transactions.push({
          ...{ order_id: "order_paid", reference: "refund", reference_id: "pay_1", amount: "-17" },
        }),
    ],
    [
      "a capture that is booked on a cancelled order and was not made",
      ({ store }) => store.transactions.push({ ...must(store.transactions[0]), order_id: "order_late" }),
    ],
    ["a capture that is booked twice", ({ store }) => store.transactions.push(must(store.transactions[0]))],
  ])("is noticed with %s", (_what, spoil) => {
    expect(judged(spoil)).toContain("orders_show_what_was_paid")
  })

  it("is right with a booked refund", () => {
    const found = judged(({ store }) => {
      store.refunds.push({ order_id: "order_paid", session_id: "payses_paid", amount: "17" })
      store.transactions.push({
        ...{ order_id: "order_paid", reference: "refund", reference_id: "pay_1", amount: "-17" },
      })
    })
    expect(found).not.toContain("orders_show_what_was_paid")
  })
})

describe("a capture of a cart without an order", () => {
  const orphan = { id: "capt_orphan", order_id: null, session_id: "payses_late", amount: "17" }

  it("is noticed, also when its money is unallocated as well", () => {
    const found = judged(({ store }) => void store.captures.push(orphan))
    expect(found).toContain("captures_have_orders")
    expect(found).toContain("every_payment_balances")
  })

  it("is right when all of it was refunded", () => {
    const found = judged(({ store }) => {
      store.captures.push(orphan)
      store.refunds.push({ order_id: null, session_id: "payses_late", amount: "17.00" })
    })
    expect(found).not.toContain("captures_have_orders")
  })
})
