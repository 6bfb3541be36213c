import type { Books } from "../verdict"
import { after, cleanBooks } from "./evidence"
import { must, violated } from "./violated"

function judged(spoil: (books: Books) => void): string[] {
  const books = cleanBooks()
  spoil(books)
  return violated(books)
}

const late = 2

describe("the storm", () => {
  it("is noticed when a forged webhook is accepted", () => {
    expect(judged(({ storm }) => void (storm.webhooks.forgedAnswers = { 200: 1, 401: 44 }))).toEqual([
      "forgeries_refused",
    ])
  })

  it.each<[string, (books: Books) => void]>([
    ["a kill that did not happen", ({ storm }) => void (storm.plannedKills = 2)],
    ["no webhook at all", ({ storm }) => void (storm.webhooks.attempts = 0)],
    ["no webhook that was lost", ({ storm }) => void (storm.webhooks.lost = 0)],
    ["no webhook that was forged", ({ storm }) => void (storm.webhooks.forged = 0)],
    ["no call that failed", ({ gateway }) => void (gateway.calls = { ...gateway.calls, failed: 0 })],
  ])("is noticed with %s", (_what, spoil) => {
    expect(judged(spoil)).toEqual(["the_storm_took_place"])
  })

  it("need not have lost one of a few webhooks", () => {
    expect(judged(({ storm }) => Object.assign(storm.webhooks, { attempts: 9, lost: 0, forged: 0 }))).toEqual(
      []
    )
  })
})

describe("whoever listens", () => {
  const unheard = (event: string) => (books: Books) => {
    books.store.heard = books.store.heard.filter((row) => row.event !== event)
  }

  it.each([
    "onchain.payment_settled",
    "onchain.payment_unallocated",
    "onchain.refund_due",
    "onchain.unpaid_order_cancelled",
    "onchain.deposit_review_required",
  ])("is noticed not to have heard %s, which the store says it has told", (event) => {
    expect(judged(unheard(event))).toEqual(["ends_are_told"])
  })

  it("need not have heard what was on its way in a process that was killed", () => {
    const found = judged((books) => {
      unheard("onchain.payment_unallocated")(books)
      books.storm.killedAt = [after(6).getTime()]
    })
    expect(found).toEqual([])
  })

  it("is noticed to have heard the contrary", () => {
    const found = judged(({ store }) =>
      store.heard.push({
        ...{ event: "onchain.payment_settled", payment_id: "ocpay_late", order_id: null, subject_id: null },
      })
    )
    expect(found).toEqual(["ends_are_told"])
  })

  it("is noticed to have heard the end of an order that lives", () => {
    const found = judged(({ store }) =>
      store.heard.push({
        ...{
          event: "onchain.unpaid_order_cancelled",
          payment_id: null,
          order_id: "order_paid",
          subject_id: null,
        },
      })
    )
    expect(found).toEqual(["ends_are_told"])
  })

  it("need not hear that a person cancelled an order", () => {
    const found = judged((books) => {
      must(books.visits[late]).fate = "is_cancelled_then_pays"
      unheard("onchain.unpaid_order_cancelled")(books)
    })
    expect(found).toEqual([])
  })
})

describe("what is left to do", () => {
  it.each<[string, (books: Books) => void]>([
    ["a refund that was not published", ({ store }) => void (must(store.owed[0]).due_published_at = null)],
    ["a payment that is still being opened", ({ store }) => void (must(store.payments[4]).state = "opening")],
  ])("is noticed with %s", (_what, spoil) => {
    expect(judged(spoil)).toEqual(["nothing_waits"])
  })
})
