import { authorizationStatus } from "../../src/providers/onchain/service"
import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import { describeTables } from "./onchain-module"
import { eventsOf, invoice, reread, stored, scope } from "./rows"

/** How the domain's decisions about readings are written; the decisions have their own table. */
describeTables(({ knex }) => {
  const store = new PaymentStore(knex, scope, { maxShortfallBps: 200 })
  const paid = (receivedAmount?: string) => invoice({ status: "paid", receivedAmount })

  test("too little of a paid invoice is held for review in the same write, and never captured in full", async () => {
    const row = await store.record(await stored(store), paid("0.01"))
    expect(row).toMatchObject({
      ...{ state: "unallocated", unallocated_reason: "underpaid", gateway_status: "paid" },
      ...{ received_amount: "0.01", settled_at: expect.any(Date) },
    })
    expect(authorizationStatus(row, "before_payment")).toBe("canceled")
  })

  test("a settled payment that the service takes back is not captured, and can settle again", async () => {
    const settled = await store.record(await stored(store), paid("12.5"))
    const back = await store.record(settled, invoice({ status: "failed" }))
    expect(back).toMatchObject({
      ...{ state: "failed", gateway_status: "failed", settled_at: null, received_amount: null },
      contradiction: null,
    })
    expect(authorizationStatus(back, "before_payment")).not.toBe("captured")
    expect(await store.record(back, paid())).toMatchObject({
      ...{ state: "settled", settled_at: expect.any(Date) },
    })
  })

  test("an invoice that contradicts a capture is recorded and reported once, until it is paid again or reviewed", async () => {
    const row = await stored(store, { state: "captured", gateway_status: "paid" })
    const first = await store.record(row, invoice({ status: "pending" }))
    expect(first).toMatchObject({
      ...{ state: "captured", contradiction: "pending", contradicted_at: expect.any(Date) },
      ...{ contradiction_ended_at: null, next_check_at: expect.any(Date) },
    })
    const again = await store.record(first, invoice({ status: "pending" }))
    expect(again.contradicted_at).toEqual(first.contradicted_at)
    expect(await eventsOf(knex)).toEqual(["onchain.payment_contradicted"])

    const back = await store.record(again, paid())
    expect(back).toMatchObject({ contradiction: null, contradiction_ended_at: expect.any(Date) })
    const second = await store.record(back, invoice({ status: "failed" }))
    expect(second).toMatchObject({ contradiction: "failed", contradiction_ended_at: null })
    expect(await eventsOf(knex)).toHaveLength(2)

    expect(await store.reviewContradiction(row.id, "user_1")).toMatchObject({ decision: "record" })
    expect(await store.reviewContradiction(row.id, "user_2")).toMatchObject({ decision: "repeat" })
    const same = await store.record(await reread(store), invoice({ status: "failed" }))
    expect(same).toMatchObject({ contradiction: "failed", contradiction_ended_by: "user_1" })
  })

  test("a capture whose invoice has left paid meanwhile is recorded together with its contradiction", async () => {
    const row = await stored(store, { state: "settled", gateway_status: "failed" })
    expect(await store.capture(row, { captured_at: new Date() }, [], "failed")).toBe(true)
    expect(await reread(store)).toMatchObject({
      ...{ state: "captured", contradiction: "failed", contradicted_at: expect.any(Date) },
      contradiction_ended_at: null,
    })
    expect(await eventsOf(knex)).toEqual(["onchain.payment_contradicted"])
  })
})
