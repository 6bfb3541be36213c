import { listAuditEntries } from "../../src/modules/onchain/work/audit-log"
import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import { RefundLedger } from "../../src/modules/onchain/refund/refund-ledger"
import { RefundPayouts } from "../../src/modules/onchain/refund/refund-payouts"
import { describeOnchainModule } from "./onchain-module"
import { stored } from "./payment-rows"
import { scope } from "./scope"

describeOnchainModule(({ service, knex }) => {
  const store = new PaymentStore(knex, scope)
  const ledger = new RefundLedger(knex, scope)
  const refunds = () => service.listOnchainRefunds({})

  test("a refund that core requests five times at once is owed once", async () => {
    const payment = await stored(store, { state: "captured" })
    const refund = { id: "ref_1", fiatAmount: "2.50" }
    await Promise.all(Array.from({ length: 5 }, () => ledger.oweOrderRefund(payment, refund)))
    expect(await refunds()).toMatchObject([
      {
        id: "ref_1",
        kind: "order",
        state: "due",
        fiat_amount: "2.50",
        token_amount: null,
        payment_id: "ocpay_1",
      },
    ])
  })

  test("what was received beyond the amount is owed back once, to the last base unit, and nothing where nothing is", async () => {
    const payment = await stored(store, { received_amount: "12.5", decimals: 18 })
    expect(await ledger.oweSurplus(payment)).toBeNull()
    payment.received_amount = "9007199254740993.000000000000000001"
    expect(await ledger.oweSurplus(payment)).toBe("surplus_ocpay_1")
    expect(await ledger.oweSurplus(payment)).toBe("surplus_ocpay_1")
    expect(await refunds()).toMatchObject([
      {
        id: "surplus_ocpay_1",
        kind: "surplus",
        token_amount: "9007199254740980.500000000000000001",
        fiat_amount: null,
        chain: "evm",
        network_id: "base-mainnet",
        token: "USDC",
      },
    ])
  })

  test("a surplus is reported once, and again when it grows, in that order", async () => {
    const payment = await stored(store, { received_amount: "13" })
    const owe = (received_amount: string) => ledger.oweSurplus({ ...payment, received_amount })
    await Promise.all(Array.from({ length: 5 }, () => owe("13")))
    const id = (await owe("20")) ?? ""
    await owe("20")
    const rows = await knex("onchain_outbox").where({ subject: id }).orderBy("position")
    const ids = { payment_id: payment.id, session_id: payment.session_id, token: "USDC" }
    expect(rows).toMatchObject([
      { name: "onchain.refund_due", data: { ...ids, token_amount: "0.5" } },
      { name: "onchain.refund_due", data: { ...ids, token_amount: "7.5" } },
    ])
  })

  test("a refund that is settled is reported as due first", async () => {
    const payment = await stored(store)
    await ledger.oweOrderRefund(payment, { id: "ref_1", fiatAmount: "5" })
    await ledger.oweOrderRefund(payment, { id: "ref_1", fiatAmount: "5" })
    const settlement = { refundId: "ref_1", actorId: "user_1", note: "cash", txHash: null, fiatDecimals: 2 }
    await new RefundPayouts(knex, scope).settle(settlement)
    const rows = await knex("onchain_outbox").where({ subject: "ref_1" }).orderBy("position")
    const ids = { payment_id: payment.id, session_id: payment.session_id }
    expect(rows.map(({ name, data }) => [name, data])).toEqual([
      ["onchain.refund_due", { ...ids, fiat_amount: "5" }],
      ["onchain.refund_settled", { ...ids, refund_id: "ref_1", settled_by: "user_1" }],
    ])
  })

  test("a refund of an order that is rolled back is owed no more, with a note, once", async () => {
    const payment = await stored(store)
    await ledger.oweOrderRefund(payment, { id: "ref_1", fiatAmount: "5" })
    await ledger.oweOrderRefund(payment, { id: "ref_2", fiatAmount: "5" })
    await ledger.oweExtra(payment, { invoiceId: "inv_2", tokenAmount: "3" })
    expect(await ledger.listOrderRefunds("", 0, 10)).toEqual([
      { id: "ref_1", payment_id: payment.id },
      { id: "ref_2", payment_id: payment.id },
    ])
    expect(await ledger.listOrderRefunds("ref_1", 0, 10)).toEqual([{ id: "ref_2", payment_id: payment.id }])
    expect(await ledger.listOrderRefundsOf([payment.id, "ocpay_9"])).toHaveLength(2)
    expect(await ledger.listOrderRefunds("", 60_000, 10)).toEqual([])
    expect([await ledger.withdraw("ref_1"), await ledger.withdraw("ref_1")]).toEqual([true, false])
    expect(await ledger.withdraw("extra_inv_2")).toBe(false)
    expect((await refunds()).map(({ id }) => id).sort()).toEqual(["extra_inv_2", "ref_2"])
    expect(await ledger.find("ref_1")).toBeUndefined()
    expect(await ledger.listOrderRefundsOf([payment.id])).toEqual([{ id: "ref_2", payment_id: payment.id }])
    expect(await listAuditEntries(knex, "refund", "ref_1")).toMatchObject([
      { action: "refund.withdrawn", actor_id: null },
    ])
    await ledger.withdraw("ref_2")
    expect(await ledger.hasOrderRefund(payment.id)).toBe(false)
  })
})
