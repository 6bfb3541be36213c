import type { Records } from "../verdict"
import { after } from "./evidence"
import { judged, must } from "./violated"

const late = 2

describe("the storm", () => {
  it("is noticed when a forged webhook is accepted", () => {
    expect(judged(({ storm }) => void (storm.webhooks.forgedAnswers = { 200: 1, 401: 44 }))).toEqual([
      "forgeries_refused",
    ])
  })

  it.each<[string, (records: Records) => void]>([
    ["a kill that did not happen", ({ storm }) => void (storm.plannedKills = 2)],
    ["weather that did not blow", ({ storm }) => void (storm.weather.planned = { partition: 1 })],
    ["no webhook at all", ({ storm }) => void (storm.webhooks.attempts = 0)],
    ["no lost webhook", ({ storm }) => void (storm.webhooks.lost = 0)],
    ["no forged webhook", ({ storm }) => void (storm.webhooks.forged = 0)],
    ["no failed call", ({ gateway }) => void (gateway.calls = { ...gateway.calls, failed: 0 })],
  ])("is noticed with %s", (_what, spoil) => {
    expect(judged(spoil)).toEqual(["the_storm_took_place"])
  })

  it("is noticed without a transfer of those who sign", () => {
    const found = judged((records) => {
      const silent = { ...must(records.visits[0]), fate: "signs_for_a_facilitator" as const, transfers: [] }
      records.visits = [...records.visits, ...Array.from({ length: 10 }, () => silent)]
    })
    expect(found).toContain("the_storm_took_place")
  })

  it("ends no process of the store", () => {
    expect(judged(({ storm }) => void (storm.deaths = [{ name: "worker", code: 1, at: 0 }]))).toEqual([
      "processes_live",
    ])
  })

  it("may have no lost webhook among a few", () => {
    expect(judged(({ storm }) => Object.assign(storm.webhooks, { attempts: 9, lost: 0, forged: 0 }))).toEqual(
      []
    )
  })
})

describe("the subscriber", () => {
  const unheard = (event: string) => (records: Records) => {
    records.store.heard = records.store.heard.filter((row) => row.event !== event)
  }

  it.each([
    "onchain.payment_settled",
    "onchain.payment_unallocated",
    "onchain.refund_due",
    "onchain.unpaid_order_cancelled",
    "onchain.deposit_review_required",
  ])("is noticed not to have received %s, which the store says it published", (event) => {
    expect(judged(unheard(event))).toEqual(["ends_are_told"])
  })

  it("may miss what was in flight in a killed process", () => {
    const found = judged((records) => {
      unheard("onchain.payment_unallocated")(records)
      records.storm.killedAt = [after(6).getTime()]
    })
    expect(found).toEqual([])
  })

  it.each([
    ["redis-emptied", 36, []],
    ["redis-emptied", 96, ["ends_are_told"]],
    ["redis-killed", 36, ["ends_are_told"]],
  ] as const)("may miss what waited in Redis when it lost its data (%s after %d s)", (name, at, noticed) => {
    const found = judged((records) => {
      unheard("onchain.payment_unallocated")(records)
      const from = after(at).getTime()
      records.storm.weather = {
        planned: {},
        events: [...records.storm.weather.events, { name, from, until: from, what: "" }],
      }
    })
    expect(found).toEqual(noticed)
  })

  it.each([
    ["a contradicting event", { event: "onchain.payment_settled", payment_id: "ocpay_late" }],
    ["the end of a live order", { event: "onchain.unpaid_order_cancelled", order_id: "order_paid" }],
  ])("is noticed to have received %s", (_, row) => {
    const nothing = { payment_id: null, order_id: null, subject_id: null }
    expect(judged(({ store }) => store.heard.push({ ...nothing, ...row }))).toEqual(["ends_are_told"])
  })

  it("need not receive a merchant's cancellation", () => {
    const found = judged((records) => {
      must(records.visits[late]).fate = "is_cancelled_then_pays"
      unheard("onchain.unpaid_order_cancelled")(records)
    })
    expect(found).toEqual([])
  })
})

describe("unfinished work", () => {
  it.each<[string, (records: Records) => void]>([
    ["a refund that was not published", ({ store }) => void (must(store.owed[0]).due_published_at = null)],
    ["a payment that is still being opened", ({ store }) => void (must(store.payments[4]).state = "opening")],
  ])("is noticed with %s", (_what, spoil) => {
    expect(judged(spoil)).toEqual(["nothing_waits"])
  })

  it("is noticed where a write did not store the status", () => {
    const found = judged(({ store }) => void store.staleStatuses.push("ocpay_1 is stored as awaiting"))
    expect(found).toEqual(["statuses_stored"])
  })
})
