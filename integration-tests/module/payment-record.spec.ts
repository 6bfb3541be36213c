import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import { RefundLedger } from "../../src/modules/onchain/refund/refund-ledger"
import { describeOnchainModule } from "./onchain-module"
import { eventsOf } from "./outbox-rows"
import { EVM_ADDRESS, invoice, reread, stored } from "./payment-rows"
import { scope } from "./scope"

describeOnchainModule(({ knex }) => {
  const store = new PaymentStore(knex, scope)
  const intent = { kind: "auto_deposit", customer_id: "cus_1", gateway_intent_id: "int_1" } as const

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

  test("the progress invoice informs, and the canonical one decides; an unknown status is kept as it came", async () => {
    const confirmationProgress = { current: 3, required: 12, txHash: "0xabc" }
    const progress = invoice({ status: "paid", confirmationProgress })
    const row = await store.record(await stored(store), invoice({ status: "confirming" }), progress)
    expect(row).toMatchObject({
      ...{ state: "confirming", gateway_status: "confirming", tx_hash: "0xabc" },
      ...{ confirmations: 3, confirmations_required: 12 },
    })
    const unknown = await store.record(row, invoice({ status: "on_hold" }))
    expect(unknown).toMatchObject({ state: "confirming", gateway_status: "on_hold" })
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

  test("a part that arrived before the invoice expired is held for review, and both are reported", async () => {
    const row = await store.record(await stored(store), invoice({ status: "expired", receivedAmount: "3" }))
    expect(row).toMatchObject({
      ...{ state: "unallocated", unallocated_reason: "partial_payment", part_seen_at: expect.any(Date) },
      settled_at: expect.any(Date),
    })
    expect(await eventsOf(knex)).toEqual(["onchain.payment_partially_paid", "onchain.payment_unallocated"])
    expect(await store.record(row, invoice({ status: "paid", receivedAmount: "12.5" }))).toMatchObject({
      ...{ state: "settled", unallocated_reason: null },
    })
  })

  test("a part that is decided at the moment the rest arrives stays decided", async () => {
    const waiting = { state: "unallocated", unallocated_reason: "partial_payment" } as const
    const part = await stored(store, { ...waiting, received_amount: "6" })
    await store.note(part.id, { resolution: "refund_due" })
    const rest = invoice({ status: "paid", receivedAmount: "12.5" })
    expect(await store.record(part, rest)).toMatchObject({ ...waiting, resolution: "refund_due" })
  })

  test("the matched invoice of a deposit settles a superseded payment, and leaves its address unchanged", async () => {
    const payment = await stored(store, { ...intent, state: "superseded" })
    const matched = { autoDepositAssignmentStatus: "matched", externalOrderId: "payses_1" }
    const paid = invoice({ ...matched, status: "paid", depositAddress: "0xsomewhere" })
    expect(await store.record(payment, paid)).toMatchObject({
      ...{ state: "settled", deposit_address: EVM_ADDRESS, received_amount: "12.5" },
    })
  })

  test("a further deposit of one payment is owed once, each by its invoice", async () => {
    const ledger = new RefundLedger(knex, scope)
    await stored(store, { ...intent, state: "captured" })
    const payment = await reread(store)
    const owe = (invoiceId: string) => ledger.oweExtra(payment, { invoiceId, tokenAmount: "12.5" })
    expect(await Promise.all([owe("inv_2"), owe("inv_2"), owe("inv_2")])).toContain(true)
    expect(await owe("inv_2")).toBe(false)
    expect(await owe("inv_3")).toBe(true)
    const rows = await knex("onchain_refund").select("id", "kind", "token_amount").orderBy("id")
    expect(rows).toEqual([
      { id: "extra_inv_2", kind: "surplus", token_amount: "12.5" },
      { id: "extra_inv_3", kind: "surplus", token_amount: "12.5" },
    ])
  })
})
