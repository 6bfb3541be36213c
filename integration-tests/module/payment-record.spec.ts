import { authorizationStatus } from "../../src/providers/onchain/session"
import type { PaymentState } from "../../src/domain/payment/payment-lifecycle"
import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import { describeOnchainModule } from "./onchain-module"
import { eventsOf } from "./outbox-rows"
import { EVM_ADDRESS, invoice, reread, stored } from "./payment-rows"
import { scope } from "./scope"

describeOnchainModule(({ knex }) => {
  const store = new PaymentStore(knex, scope)

  test.each<[PaymentState, string, PaymentState]>([
    ["awaiting", "confirming", "confirming"],
    ["confirming", "pending", "awaiting"],
    ["awaiting", "paid", "settled"],
    ["expired", "overpaid", "settled"],
    ["settled", "confirming", "confirming"],
    ["captured", "expired", "captured"],
    ["unallocated", "pending", "unallocated"],
  ])("a payment that is %s and whose invoice is %s is then %s", async (state, status, expected) => {
    const row = await stored(store, { state })
    expect(await store.record(row, invoice({ status }))).toMatchObject({
      state: expected,
      gateway_status: status,
    })
  })

  test("an unknown status is kept as it came, and changes no state", async () => {
    const row = await stored(store)
    expect(await store.record(row, invoice({ status: "on_hold" }))).toMatchObject({
      state: "awaiting",
      gateway_status: "on_hold",
    })
  })

  test("a read that is older than the row writes nothing and returns the row as it is", async () => {
    const before = await stored(store)
    await store.record(before, invoice({ status: "paid", receivedAmount: "12.5" }))
    const settled = await reread(store)
    expect(await store.record(before, invoice({ status: "confirming", receivedAmount: "1" }))).toEqual(
      settled
    )
    expect(await reread(store)).toEqual(settled)
  })

  test("concurrent reads leave the payment where the last write says, and settled while it is paid", async () => {
    for (let round = 0; round < 5; round++) {
      const id = `ocpay_${round}`
      const keys = { id, session_id: id, idempotency_key: id, gateway_invoice_id: id }
      const row = await stored(store, { ...keys, state: "confirming" })
      await Promise.all(
        ["confirming", "paid", "confirming", "overpaid", "paid"].map(async (status) =>
          store.record(await reread(store, row.id), invoice({ id, status }))
        )
      )
      const after = await store.record(await reread(store, id), invoice({ id, status: "paid" }))
      expect(after.state).toBe("settled")
    }
  })

  test("the time of settlement is written once", async () => {
    const settled = await store.record(await stored(store), invoice({ status: "paid" }))
    expect(settled.settled_at).toBeInstanceOf(Date)
    const again = await store.record(settled, invoice({ status: "paid" }))
    expect(again.settled_at).toEqual(settled.settled_at)
  })

  test("the progress invoice informs, and the canonical one decides", async () => {
    const progress = invoice({
      status: "paid",
      confirmationProgress: { current: 3, required: 12, txHash: "0xabc" },
    })
    expect(
      await store.record(await stored(store), invoice({ status: "confirming" }), progress)
    ).toMatchObject({
      state: "confirming",
      gateway_status: "confirming",
      confirmations: 3,
      confirmations_required: 12,
      tx_hash: "0xabc",
    })
  })

  test("what a later read omits is kept, except the confirmations and the amount that a reorganisation took", async () => {
    const progress = { confirmationProgress: { current: 3, required: 12, txHash: "0xabc" } }
    const first = await store.record(
      await stored(store),
      invoice({ status: "confirming", receivedAmount: "12.5", ...progress })
    )
    const silent = invoice({ status: "confirming", depositAddress: undefined })
    const second = await store.record(first, silent)
    const kept = { tx_hash: "0xabc", deposit_address: EVM_ADDRESS }
    expect(second).toMatchObject({ ...kept, confirmations: 3, received_amount: "12.5" })
    expect(await store.record(second, invoice())).toMatchObject({
      ...kept,
      ...{ state: "awaiting", confirmations: null, received_amount: null },
    })
  })

  test.each([
    ["another token", { token: "DOGE" }, "asset_mismatch"],
    ["another network", { networkId: "eth-mainnet" }, "asset_mismatch"],
    ["another amount", { amount: "1" }, "amount_mismatch"],
  ] as const)(
    "money settled as %s is held for review in the same write, so that nothing captures it",
    async (_, change, reason) => {
      const row = await store.record(await stored(store), invoice({ status: "paid", ...change }))
      expect(row).toMatchObject({ state: "unallocated", unallocated_reason: reason, gateway_status: "paid" })
      expect(authorizationStatus(row, "before_payment")).toBe("canceled")
    }
  )

  test.each(["expired", "failed", "cancelled"])(
    "a part that arrived before the invoice was %s is held for review",
    async (status) => {
      const row = await store.record(await stored(store), invoice({ status, receivedAmount: "3" }))
      expect(row).toMatchObject({ state: "unallocated", unallocated_reason: "partial_payment" })
      expect(await eventsOf(knex)).toEqual(["onchain.payment_partially_paid", "onchain.payment_unallocated"])
    }
  )

  test.each(["expired", "failed", "cancelled"] as const)(
    "a part that is reported only after the invoice was %s is held for review too",
    async (status) => {
      const ended = await store.record(await stored(store), invoice({ status, receivedAmount: "0" }))
      expect(ended).toMatchObject({ state: status, unallocated_reason: null })
      const reported = await store.record(ended, invoice({ status, receivedAmount: "1.25" }))
      expect(reported).toMatchObject({
        state: "unallocated",
        unallocated_reason: "partial_payment",
        received_amount: "1.25",
        settled_at: expect.any(Date),
      })
    }
  )

  test("a reopened invoice keeps its part open, because the rest may follow", async () => {
    const ended = await store.record(await stored(store), invoice({ status: "expired" }))
    const reopened = await store.record(ended, invoice({ status: "pending", receivedAmount: "1.25" }))
    expect(reopened).toMatchObject({ state: "expired", unallocated_reason: null, received_amount: "1.25" })
  })

  test.each(["0", "0.000", undefined])(
    "an invoice that expired with %s received just expires",
    async (receivedAmount) => {
      const row = await store.record(await stored(store), invoice({ status: "expired", receivedAmount }))
      expect(row).toMatchObject({ state: "expired", unallocated_reason: null })
    }
  )

  test("amounts are kept digit by digit", async () => {
    const receivedAmount = "9007199254740993.000000000000000001"
    const expected_amount = "9007199254740992.000000000000000001"
    const payment = await stored(store, { decimals: 18, expected_amount })
    const paid = invoice({ status: "overpaid", amount: expected_amount, receivedAmount })
    const row = await store.record(payment, paid)
    expect(row.received_amount).toBe(receivedAmount)
  })

  test("digits beyond the token's decimals are cut off, so that sums stay exact", async () => {
    const payment = await stored(store, { decimals: 6 })
    const row = await store.record(payment, invoice({ status: "paid", receivedAmount: "12.5000009" }))
    expect(row.received_amount).toBe("12.5")
  })

  test("a part is recorded when it is first seen, and not again when it grows", async () => {
    const seen = await store.record(await stored(store), invoice({ receivedAmount: "1.25" }))
    expect(seen).toMatchObject({ state: "awaiting", part_seen_at: expect.any(Date) })
    const more = await store.record(seen, invoice({ receivedAmount: "6" }))
    expect(more).toMatchObject({ received_amount: "6", part_seen_at: seen.part_seen_at })
  })

  const WAITING = { state: "unallocated", unallocated_reason: "partial_payment" } as const
  const PAID = { status: "paid", receivedAmount: "12.5" }

  test("a part in review settles when the rest arrives", async () => {
    const part = await stored(store, { ...WAITING, received_amount: "6" })
    expect(await store.record(part, invoice(PAID))).toMatchObject({
      ...{ state: "settled", unallocated_reason: null, settled_at: expect.any(Date) },
    })
  })

  test("a part that is decided at the moment the rest arrives stays decided", async () => {
    const part = await stored(store, { ...WAITING, received_amount: "6" })
    await store.note(part.id, { resolution: "refund_due" })
    expect(await store.record(part, invoice(PAID))).toMatchObject({ ...WAITING, resolution: "refund_due" })
  })

  test("other money in review stays there whatever its invoice says", async () => {
    const late = await stored(store, { state: "unallocated", unallocated_reason: "order_cancelled" })
    expect(await store.record(late, invoice(PAID))).toMatchObject({ state: "unallocated" })
  })
})
