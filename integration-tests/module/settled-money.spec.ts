import { authorizationStatus } from "../../src/providers/onchain/session"
import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import { describeOnchainModule } from "./onchain-module"
import { eventsOf } from "./outbox-rows"
import { invoice, reread, stored } from "./payment-rows"
import { scope } from "./scope"

describeOnchainModule(({ knex }) => {
  const store = new PaymentStore(knex, scope, { maxShortfallBps: 200 })
  const paid = (receivedAmount?: string) => invoice({ status: "paid", receivedAmount })

  test.each(["0", "0.01", "6", "12.249999"])(
    "an invoice that is paid with %s of 12.5 received is held for review in the same write, and never captured in full",
    async (received) => {
      const row = await store.record(await stored(store), paid(received))
      expect(row).toMatchObject({
        state: "unallocated",
        unallocated_reason: "underpaid",
        gateway_status: "paid",
        received_amount: received,
        settled_at: expect.any(Date),
      })
      expect(authorizationStatus(row, "before_payment")).toBe("canceled")
    }
  )

  test.each(["12.25", "12.499999", "12.5", "13", undefined])(
    "an invoice that is paid with %s of 12.5 received settles within the bound of two percent",
    async (received) => {
      const row = await store.record(await stored(store), paid(received))
      expect(row).toMatchObject({ state: "settled", received_amount: received ?? null })
    }
  )

  test("a bound of zero accepts only the full amount, and one of a hundred percent accepts anything", async () => {
    const strict = new PaymentStore(knex, scope, { maxShortfallBps: 0 })
    const keys = { id: "ocpay_2", session_id: "payses_2", idempotency_key: "key_2" }
    const row = await stored(store, { ...keys, gateway_invoice_id: "inv_2" })
    expect(await strict.record(row, { ...paid("12.499999"), id: "inv_2" })).toMatchObject({
      unallocated_reason: "underpaid",
    })
    const lax = new PaymentStore(knex, scope, { maxShortfallBps: 10_000 })
    expect(await lax.record(await stored(store), paid("0"))).toMatchObject({ state: "settled" })
  })

  test("an earlier partial amount is not taken for the total when the settled amount is not reported", async () => {
    const part = await store.record(await stored(store), invoice({ receivedAmount: "5" }))
    expect(part.received_amount).toBe("5")
    expect(await store.record(part, paid())).toMatchObject({ state: "settled", received_amount: null })
  })

  test("nothing counts as received for a deposit's invoice before it is settled", async () => {
    const row = await stored(store, { kind: "auto_deposit" })
    const matched = { autoDepositAssignmentStatus: "matched", externalOrderId: "payses_1" } as const
    const deposited = (status: string) => invoice({ ...matched, status, amount: "12.5" })
    const confirming = await store.record(row, deposited("confirming"))
    expect(confirming).toMatchObject({ state: "confirming", received_amount: null })
    expect(await store.record(confirming, deposited("failed"))).toMatchObject({ received_amount: null })
  })

  test.each(["pending", "failed"])(
    "a settled invoice's received amount is forgotten when it returns to %s and does not report it",
    async (status) => {
      const settled = await store.record(await stored(store), paid("12.5"))
      expect(await store.record(settled, invoice({ status }))).toMatchObject({ received_amount: null })
    }
  )

  test("a settled payment whose invoice then fails with a part is left to the caller that knows whether it is captured", async () => {
    const settled = await store.record(await stored(store), paid("12.5"))
    const failed = await store.record(settled, invoice({ status: "failed", receivedAmount: "5" }))
    expect(failed).toMatchObject({ state: "failed", unallocated_reason: null, received_amount: "5" })
    expect(await store.record(failed, invoice({ status: "failed", receivedAmount: "5" }))).toMatchObject({
      ...{ state: "unallocated", unallocated_reason: "partial_payment" },
    })
  })

  test.each(["12500000", "12500", "9007199254740993"])(
    "a received amount of %s for 12.5 is held for review, and not kept as the amount",
    async (received) => {
      const row = await store.record(await stored(store), paid(received))
      expect(row).toMatchObject({
        state: "unallocated",
        unallocated_reason: "implausible_amount",
        received_amount: null,
        implausible_amount: received,
      })
    }
  )

  test("an absurd amount after the capture does not change the received amount", async () => {
    const row = await stored(store, { state: "captured", gateway_status: "paid", received_amount: "12.5" })
    const later = await store.record(row, invoice({ status: "overpaid", receivedAmount: "12500000" }))
    expect(later).toMatchObject({ received_amount: "12.5", implausible_amount: "12500000" })
    const corrected = await store.record(later, invoice({ status: "overpaid", receivedAmount: "13" }))
    expect(corrected).toMatchObject({ received_amount: "13", implausible_amount: null })
  })

  test.each([
    ["pending", "awaiting"],
    ["confirming", "confirming"],
    ["failed", "failed"],
    ["expired", "expired"],
    ["cancelled", "cancelled"],
  ])(
    "a settled payment whose canonical invoice is then %s is %s again, and can settle again",
    async (status, state) => {
      const settled = await store.record(await stored(store), paid())
      const back = await store.record(settled, invoice({ status }))
      expect(back).toMatchObject({ state, gateway_status: status, settled_at: null, contradiction: null })
      expect(authorizationStatus(back, "before_payment")).not.toBe("captured")
      expect(await store.record(back, paid())).toMatchObject({
        state: "settled",
        settled_at: expect.any(Date),
      })
    }
  )

  test("an unknown status after paid captures nothing and loses nothing", async () => {
    const settled = await store.record(await stored(store), paid())
    const held = await store.record(settled, invoice({ status: "frozen" }))
    expect(held).toMatchObject({ state: "settled", gateway_status: "frozen" })
  })

  describe("after the capture", () => {
    const captured = (change = {}) => stored(store, { state: "captured", gateway_status: "paid", ...change })

    test.each(["pending", "confirming", "failed", "frozen"])(
      "an invoice that is %s contradicts it: recorded and reported once, and the payment stays captured",
      async (status) => {
        const first = await store.record(await captured(), invoice({ status }))
        expect(first).toMatchObject({
          state: "captured",
          contradiction: status,
          contradicted_at: expect.any(Date),
          contradiction_ended_at: null,
          next_check_at: expect.any(Date),
        })
        const again = await store.record(first, invoice({ status }))
        expect(again.contradicted_at).toEqual(first.contradicted_at)
        expect(await eventsOf(knex)).toEqual(["onchain.payment_contradicted"])
      }
    )

    test("an invoice that is paid again ends it, and a later difference is a new one", async () => {
      await store.record(await captured(), invoice({ status: "confirming" }))
      const back = await store.record(await reread(store), paid())
      expect(back).toMatchObject({ contradiction: null, contradiction_ended_at: expect.any(Date) })
      const second = await store.record(back, invoice({ status: "failed" }))
      expect(second).toMatchObject({
        contradiction: "failed",
        contradiction_ended_at: null,
      })
      expect(await eventsOf(knex)).toHaveLength(2)
    })

    test("a reviewed one stays reviewed, until the service reports something else", async () => {
      const first = await store.record(await captured(), invoice({ status: "pending" }))
      expect(await store.reviewContradiction(first.id, "user_1")).toMatchObject({ decision: "record" })
      expect(await store.reviewContradiction(first.id, "user_2")).toMatchObject({ decision: "repeat" })
      const same = await store.record(await reread(store), invoice({ status: "pending" }))
      expect(same).toMatchObject({ contradiction: "pending", contradiction_ended_by: "user_1" })
      const other = await store.record(same, invoice({ status: "failed" }))
      expect(other).toMatchObject({ contradiction: "failed", contradiction_ended_at: null })
    })

    test("a received amount that falls below the bound contradicts it as well", async () => {
      const row = await captured({ received_amount: "12.5" })
      const fallen = await store.record(row, paid("1"))
      expect(fallen).toMatchObject({ contradiction: "underpaid", received_amount: "1", state: "captured" })
    })

    test("a part that was never settled contradicts nothing", async () => {
      const row = await stored(store, {
        state: "unallocated",
        unallocated_reason: "partial_payment",
        gateway_status: "expired",
      })
      const read = await store.record(row, invoice({ status: "pending", receivedAmount: "1" }))
      expect(read.contradiction).toBeNull()
    })

    test("money held for review that the service reverts is contradicted too", async () => {
      const row = await stored(store, {
        state: "unallocated",
        unallocated_reason: "order_cancelled",
        gateway_status: "paid",
      })
      expect(await store.record(row, invoice({ status: "failed" }))).toMatchObject({
        state: "unallocated",
        contradiction: "failed",
      })
    })
  })
})
