import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import { RefundLedger } from "../../src/modules/onchain/refund/refund-ledger"
import { describeOnchainModule } from "./onchain-module"
import { EVM_ADDRESS, invoice, reread, stored } from "./payment-rows"
import { scope } from "./scope"

const intentRow = { kind: "auto_deposit", customer_id: "cus_1", gateway_intent_id: "int_1" } as const
const matched = { autoDepositAssignmentStatus: "matched", externalOrderId: "payses_1" }
const paid = invoice({ status: "paid", receivedAmount: "12.5" })

describeOnchainModule(({ knex }) => {
  const store = new PaymentStore(knex, scope)

  test.each([
    ["is in review", { autoDepositAssignmentStatus: "unassigned_no_intent" }],
    ["is assigned to another", { ...matched, externalOrderId: "payses_2" }],
    ["reports nothing", {}],
  ])("the paid invoice of a deposit that %s changes nothing", async (_, change) => {
    const payment = await stored(store, intentRow)
    expect(await store.record(payment, { ...paid, ...change })).toMatchObject({
      state: "awaiting",
      settled_at: null,
    })
  })

  test.each(["awaiting", "superseded", "opening", "failed"] as const)(
    "the matched invoice of a deposit settles a payment that is %s, and leaves its address unchanged",
    async (state) => {
      const payment = await stored(store, { ...intentRow, state })
      const record = await store.record(payment, { ...paid, ...matched, depositAddress: "0xsomewhere" })
      expect(record).toMatchObject({
        state: "settled",
        deposit_address: EVM_ADDRESS,
        received_amount: "12.5",
      })
    }
  )

  test("without a received amount, the amount of a deposit's invoice counts", async () => {
    const payment = await stored(store, intentRow)
    const silent = invoice({ status: "paid", amount: "12.4", ...matched })
    expect(await store.record(payment, silent)).toMatchObject({ state: "settled", received_amount: "12.4" })
  })

  test("a matched invoice over another asset is held for review in the same write", async () => {
    const payment = await stored(store, intentRow)
    expect(await store.record(payment, { ...paid, ...matched, token: "USDT" })).toMatchObject({
      state: "unallocated",
      unallocated_reason: "asset_mismatch",
    })
  })

  test("a further deposit of one payment is owed once, each by its invoice", async () => {
    const ledger = new RefundLedger(knex, scope)
    await stored(store, { ...intentRow, state: "captured" })
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
