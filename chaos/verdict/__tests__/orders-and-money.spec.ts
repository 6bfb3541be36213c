import type { Books } from "../verdict"
import { after, cleanBooks, givenUpAt } from "./evidence"
import { must, violated } from "./violated"

function judged(spoil: (books: Books) => void): string[] {
  const books = cleanBooks()
  spoil(books)
  return violated(books)
}

const late = 2
const intent = 3
const odd = 4

/** An order that was given up at the usual time, although its money came. */
function givenUp({ store }: Books, index: number, at = givenUpAt): void {
  const order = must(store.orders[index])
  Object.assign(order, { status: "canceled", canceled_at: at, reserved: 0 })
  const payment = must(store.payments[index])
  Object.assign(payment, { state: "unallocated", unallocated_reason: "order_cancelled" })
  store.captures = store.captures.filter(({ order_id }) => order_id !== order.id)
  store.transactions = store.transactions.filter(({ order_id }) => order_id !== order.id)
}

describe("an order that is captured", () => {
  it("is noticed when it costs something else", () => {
    expect(judged(({ store }) => void (must(store.orders[0]).total = "34"))).toEqual([
      "paid_orders_captured_once",
    ])
  })

  it("is noticed when the money is that of a session which the shopper has left", () => {
    const found = judged(({ visits }) => void must(visits[0]).sessionIds.push("payses_newer"))
    expect(found).toEqual(["paid_orders_captured_once"])
  })
})

describe("an order that is paid in part", () => {
  const partIsHeldUntil = (seconds: number, paidAfter = 3) =>
    judged(({ visits, store, gateway }) => {
      must(visits[late]).fate = "pays_far_too_little"
      must(store.orders[late]).canceled_at = after(seconds)
      must(gateway.transfers[late]).at = after(paidAfter).toISOString()
    })

  it("is noticed when it is cancelled before the hold is over", () => {
    expect(partIsHeldUntil(35)).toEqual(["parts_hold_their_order"])
  })

  it("is right when it was held, or when its money came too late to be known", () => {
    expect(partIsHeldUntil(49)).toEqual([])
    expect(partIsHeldUntil(35, 29)).toEqual([])
  })
})

describe("an order that is given up although it was paid", () => {
  const askedAt = (books: Books, ...seconds: number[]) => {
    const asksOf = new Map([["inv_late", seconds.map((second) => after(second).getTime())]])
    books.gateway.calls = { ...books.gateway.calls, asksOf }
  }
  const paidAt = ({ gateway }: Books, index: number, seconds: number) =>
    void (must(gateway.transfers[index]).at = after(seconds).toISOString())

  it("is right when the money came after the service was asked", () => {
    expect(judged((books) => (askedAt(books, 1, 34), paidAt(books, late, 34.5)))).toEqual([])
  })

  it("is right when somebody else asked while it was being given up", () => {
    expect(judged((books) => (askedAt(books, 34, 34.8), paidAt(books, late, 34.5)))).toEqual([])
  })

  /** Medusa needs long from the decision to the end; the service was asked at two times, all in seconds. */
  const endSlowly = (
    books: Books,
    [asked, askedAgain]: [number, number],
    { paid, decided, ended }: { paid: number; decided: number; ended: number }
  ) => {
    askedAt(books, asked, askedAgain)
    paidAt(books, late, paid)
    must(books.store.payments[late]).order_timed_out_at = after(decided)
    must(books.store.orders[late]).canceled_at = after(ended)
  }

  it("is right when Medusa took long to cancel it, and somebody asked meanwhile", () => {
    const times = { paid: 34.5, decided: 34.6, ended: 50 }
    expect(judged((books) => endSlowly(books, [32, 34.8], times))).toEqual([])
  })

  it("is right when the store was killed over it, and brought it to its end later", () => {
    const found = judged((books) => {
      endSlowly(books, [32, 50], { paid: 34.5, decided: 34.2, ended: 110 })
      books.storm.killedAt = [after(36).getTime()]
    })
    expect(found).toEqual([])
  })

  it.each([
    ["the service told of the money before that was decided", 32, 40.5, 40, 45, 50],
    ["what was decided was of an attempt that came to nothing", 32, 50, 34.5, 34.6, 80],
  ])("is noticed when %s", (_, asked, askedAgain, paid, decided, ended) => {
    const found = judged((books) => endSlowly(books, [asked, askedAgain], { paid, decided, ended }))
    expect(found).toEqual(["paid_orders_captured_once"])
  })

  it("is noticed when the service told that the payment is confirming", () => {
    expect(judged((books) => (askedAt(books, 1, 34.5), paidAt(books, late, 34.2)))).toEqual([
      "paid_orders_captured_once",
    ])
  })

  it("is noticed when the service was not asked", () => {
    expect(judged((books) => (askedAt(books, 1), paidAt(books, late, 30)))).toEqual([
      "paid_orders_captured_once",
    ])
  })

  it("is noticed when the service told of the money long before", () => {
    expect(judged((books) => (askedAt(books, 10, 24), paidAt(books, late, 11)))).toEqual([
      "paid_orders_captured_once",
    ])
  })

  it("is noticed when its time was not over", () => {
    const found = judged((books) => void (must(books.store.orders[late]).canceled_at = after(5)))
    expect(found).toEqual(["paid_orders_captured_once"])
  })

  it("is noticed when it was paid by intent, however early", () => {
    expect(judged((books) => givenUp(books, intent))).toContain("paid_orders_captured_once")
  })

  it("is right when it was paid by intent after the lists were read", () => {
    const found = judged((books) => (givenUp(books, intent), paidAt(books, intent, 31)))
    expect(found).not.toContain("paid_orders_captured_once")
  })

  it("is noticed when no money of the shopper came at all", () => {
    const found = judged((books) => {
      books.gateway.transfers = books.gateway.transfers.filter(({ invoiceId }) => invoiceId !== "inv_late")
    })
    expect(found).toContain("paid_orders_captured_once")
  })

  it("is noticed when it is captured too", () => {
    const found = judged(({ store }) => {
      store.captures.push({ ...must(store.captures[0]), id: "capt_late", order_id: "order_late" })
      must(store.captures.at(-1)).session_id = "payses_late"
    })
    expect(found).toContain("paid_orders_captured_once")
  })
})

describe("an order that a deposit in review may be meant for", () => {
  it("is noticed when it is cancelled although the store knew of the deposit", () => {
    const found = judged(({ store }) =>
      Object.assign(must(store.orders[odd]), { status: "canceled", canceled_at: givenUpAt })
    )
    expect(found).toContain("unpaid_orders_cancelled")
  })

  const givenUpUnheard = ({ store, gateway }: Books, depositAt: number, listsAt: number[]) => {
    Object.assign(must(store.orders[odd]), { status: "canceled", canceled_at: givenUpAt })
    must(store.deposits[0]).created_at = after(50)
    must(gateway.transfers[odd]).at = after(depositAt).toISOString()
    const depositLists = listsAt.map((second) => after(second).getTime())
    gateway.calls = { ...gateway.calls, depositLists }
  }

  it.each([
    ["which deposits are in review was asked only after the deposit came", 3, [31]],
    ["which deposits are in review was asked only before its time was over", 31, [5]],
    ["nobody asked which deposits are in review", 20, []],
  ])("is noticed when it is cancelled although %s", (_, depositAt, listsAt) => {
    const found = judged((books) => givenUpUnheard(books, depositAt, listsAt))
    expect(found).toContain("unpaid_orders_cancelled")
  })

  it("may be cancelled when the deposit came after it was asked which are in review", () => {
    const found = judged((books) => givenUpUnheard(books, 32, [31]))
    expect(found).not.toContain("unpaid_orders_cancelled")
  })
})

describe("what an order shows as paid", () => {
  it.each<[string, (books: Books) => void]>([
    [
      "a refund that is not booked",
      ({ store }) => store.refunds.push({ order_id: "order_paid", session_id: "payses_paid", amount: "17" }),
    ],
    [
      "a refund that nobody made",
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

  it("is right with a refund that is booked", () => {
    const found = judged(({ store }) => {
      store.refunds.push({ order_id: "order_paid", session_id: "payses_paid", amount: "17" })
      store.transactions.push({
        ...{ order_id: "order_paid", reference: "refund", reference_id: "pay_1", amount: "-17" },
      })
    })
    expect(found).not.toContain("orders_show_what_was_paid")
  })
})

describe("a capture of a cart that became no order", () => {
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
