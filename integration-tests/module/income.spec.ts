import { dayOf } from "../../src/domain/finance/report-difference"
import { DepositList } from "../../src/modules/onchain/deposit/deposit-store"
import { Income, isIncome, readIncome } from "../../src/modules/onchain/deposit/income"
import { IntentStore } from "../../src/modules/onchain/payment/intent-store"
import type { Invoice } from "../../src/gateway/contract"
import { assumptionSets } from "../contract/assumption-sets/assumption-sets"
import { openAddress } from "../contract/stories/opened-customer"
import { usdcOnBase } from "../contract/stories/rails"
import { A_WHILE_MS } from "../contract/stories/treasury"
import { openScene } from "../contract/story/scene"
import {
  differencesOf,
  Lists,
  openAccounting,
  requestReport,
  settledInvoice,
  storeCaptures,
  transaction,
} from "./books"
import { describeOnchainModule, together } from "./onchain-module"
import { account, deposit, inReview, mirrorOf, paymentsOf, scope, storeOf, stored } from "./rows"

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"

/** Paid invoices that the provider makes of deposits without an order. */
describeOnchainModule(({ knex, service }) => {
  const income = new Income(knex, scope, Date.now)
  const list = new DepositList(knex, scope, isIncome("onchain_deposit"))
  const paid = (change: Partial<Invoice> = {}) =>
    settledInvoice({ depositAddress: ADDRESS, settlementTxHash: "0xabc", ...change })
  const listed = async () => {
    const filter = { states: ["income", "accepted"] as const }
    const { rows } = await list.read({ filter, direction: "desc", limit: 100, offset: 0 })
    return rows.map(({ id }) => id).sort()
  }
  const addressOf = (customer_id: string, address = ADDRESS) =>
    knex("onchain_address").insert({
      ...{ ...account, id: `ocaddr_${customer_id}`, customer_id, address },
      ...{ chain: "evm", network_id: "base-mainnet", ensured_at: new Date() },
    })

  beforeEach(() => addressOf("cus_1"))

  test("one at a customer's address is recorded once, by any number of processes and in any order", async () => {
    const all = [paid(), paid({ id: "inv_2", amount: "3", receivedAmount: "3.1", settlementTxHash: "0xdef" })]
    const orders = [all, all, [...all].reverse(), all.slice(0, 1)]
    await together(orders.length, (n) => income.record(orders[n] ?? []))
    expect(await listed()).toEqual(["inv_1", "inv_2"])
    expect(await storeOf(knex).mustFind("inv_2")).toMatchObject({
      ...{ state: "income", customer_id: "cus_1", amount: "3.1", amount_raw: "31", decimals: 1 },
      ...{ tx_hash: "0xdef", to_address: ADDRESS, network_id: "base-mainnet", token: "USDC" },
    })
    expect((await income.record(all)).added).toBe(0)
    expect(await knex("onchain_outbox")).toEqual([])
    expect(await readIncome(knex, scope)).toMatchObject([{ token: "USDC", amount: "15.6" }])
  })

  test("one at the customer's address on another EVM network is income too", async () => {
    await income.record([paid({ id: "inv_network", networkId: "eth-mainnet" })])
    expect(await listed()).toEqual(["inv_network"])
  })

  test("income of the asset that a payment asks for since it was opened is known money of the payment", async () => {
    const payments = paymentsOf(knex)
    const before = await stored(payments, {
      ...{ id: "ocpay_1", kind: "auto_deposit", gateway_invoice_id: null, gateway_intent_id: "int_1" },
      customer_id: "cus_1",
    })
    expect(await payments.knownMoney(before.id)).toMatchObject({ hasDeposit: false })
    await income.record([paid()])
    expect(await payments.knownMoney(before.id)).toMatchObject({ hasDeposit: true })
    await income.record([paid({ externalOrderId: "order", autoDepositAssignmentStatus: "matched" })])
    expect(await payments.knownMoney(before.id)).toMatchObject({ hasDeposit: false })
  })

  test("a list without its address removes nothing, and a larger amount is stored", async () => {
    await income.record([paid()])
    const [id] = await listed()
    await income.record([paid({ depositAddress: undefined })])
    expect(await listed()).toEqual([id])
    expect(await income.record([paid({ status: "overpaid", receivedAmount: "99" })])).toMatchObject({
      added: 0,
    })
    expect((await storeOf(knex).mustFind(id ?? "")).amount).toBe("99")
  })

  test("one at an address, or with a memo, that no customer here has is a stranger's", async () => {
    const treasury = { chain: "stellar", networkId: "stellar-mainnet", depositAddress: "GTREASURY" } as const
    const ours = { ...treasury, id: "inv_memo", memoId: "77" }
    await stored(paymentsOf(knex), {
      ...{ id: "ocpay_7", kind: "auto_deposit", gateway_invoice_id: null, gateway_intent_id: "int_7" },
      ...{ chain: "stellar", network_id: "stellar-mainnet", deposit_address: "GTREASURY", memo: "77" },
      customer_id: "cus_7",
    })
    await income.record([
      paid({ id: "inv_dashboard", depositAddress: "0xde709f2102306220921060314715629080e2fb77" }),
      paid({ id: "inv_chain", chain: "sol", networkId: "sol-mainnet" }),
      paid({ id: "inv_nowhere", depositAddress: undefined }),
      paid({ ...ours, id: "inv_other_memo", memoId: "78" }),
      paid(ours),
    ])
    expect(await listed()).toEqual(["inv_memo"])
    expect((await storeOf(knex).mustFind("inv_memo")).customer_id).toBe("cus_7")
    expect(await new Income(knex, { ...scope, businessId: "biz_other" }, Date.now).record([paid()])).toEqual({
      ids: [],
      added: 0,
    })
  })

  test.each(["first", "last"])("the deposit in review counts, when its invoice comes %s", async (when) => {
    const transfer = { txHash: "0xABC", operationIndex: 0, fromAddress: "0xFrom", toAddress: ADDRESS }
    if (when === "first") await income.record([paid()])
    await inReview(knex, { transaction: transfer })
    await income.record([paid()])
    expect(await listed()).toEqual([])
    await mirrorOf(knex).recordList(
      [deposit({ transaction: transfer, resolutionStatus: "accepted" })],
      new Date(Date.now() + 7_200_000)
    )
    expect(await listed()).toEqual(["dep_1"])
    await income.record([paid()])
    expect(await listed()).toEqual(["dep_1"])
  })

  test("a deposit that only an event reports hides no income", async () => {
    const transfer = { txHash: "0xabc", operationIndex: 0, fromAddress: "0xFrom", toAddress: ADDRESS }
    await income.record([paid()])
    await mirrorOf(knex).report("deposit.review_required", deposit({ transaction: transfer }))
    await income.record([paid()])
    expect(await listed()).toEqual(["inv_1"])
  })

  test("one that is assigned to an order, or no longer paid, is income no more", async () => {
    const payment = await stored(paymentsOf(knex), {
      ...{ kind: "auto_deposit", gateway_invoice_id: null, gateway_intent_id: "int_1" },
    })
    await income.record([paid(), paid({ id: "inv_2" }), paid({ id: "inv_3" })])
    expect(await new IntentStore(knex, scope).bindInvoice(payment, "inv_1", true)).toBe(true)
    expect(await listed()).toEqual(["inv_2", "inv_3"])
    await income.record([
      paid(),
      paid({ id: "inv_2", status: "pending" }),
      paid({ id: "inv_3", autoDepositAssignmentStatus: "matched", externalOrderId: "payses_9" }),
    ])
    expect(await listed()).toEqual([])
  })

  test("after an erasure it names nobody, and no list brings the customer back", async () => {
    await income.record([paid({ memoId: "5" })])
    await service.customerData.erase("cus_1", { orders: [], collections: [] }, "user_1")
    await income.record([paid({ memoId: "5" }), paid({ id: "inv_later", memoId: "5" })])
    for (const id of ["inv_1", "inv_later"])
      expect(await storeOf(knex).mustFind(id)).toMatchObject({
        ...{ state: "income", customer_id: null, memo: null, erased_at: expect.any(Date) },
      })
  })

  test("a report has it as income on the day of its receipt, with no difference, and finds it by itself", async () => {
    await storeCaptures(knex, [])
    const gateway = new Lists()
    gateway.invoices = [
      paid(),
      paid({ id: "inv_2", settlementTxHash: "0xdef" }),
      settledInvoice({ id: "inv_else" }),
    ]
    gateway.transactions = ["inv_1", "inv_2", "inv_else"].map((reference, n) =>
      transaction({ id: `txn_${n}`, reference })
    )
    await income.record([paid()])
    const { store, run } = openAccounting(knex, gateway)
    const id = await requestReport(store)
    await run()
    expect(await differencesOf(store, id)).toEqual(["not_captured inv_else"])
    expect((await store.find(id))?.lines).toMatchObject([
      {
        day: "2026-01-02",
        receipts: { count: 3 },
        income: { count: 2, tokens: "25" },
        captures: { count: 0 },
      },
    ])
    expect(await listed()).toEqual(["inv_1", "inv_2"])
  })

  test.each(assumptionSets.slice(0, 2))(
    "200 deposits of a ledger_only business are each income, by $name",
    async (set) => {
      await storeCaptures(knex, [])
      const scene = await openScene(set, { business: { assignmentMode: "ledger_only" } })
      try {
        const { address } = await openAddress(scene, usdcOnBase)
        await addressOf("cus_200", address)
        for (let n = 1; n <= 200; n++)
          await scene.sandbox.transfer({ ...usdcOnBase, toAddress: address, amount: String(n) })
        await scene.sandbox.advance(A_WHILE_MS)
        const { store, run } = openAccounting(knex, scene.gateway)
        const day = dayOf(new Date(scene.sandbox.now()))
        const id = await requestReport(store, { from: day, to: day })
        await run()
        expect(await differencesOf(store, id)).toEqual([])
        const lines = (await store.find(id))?.lines ?? []
        expect(lines.map(({ income: sum, receipts }) => [sum, receipts])).toEqual([
          [
            { count: 200, tokens: "20100" },
            { count: 200, tokens: "20100" },
          ],
        ])
        expect(await readIncome(knex, scope)).toMatchObject([{ amount: "20100" }])
      } finally {
        await scene.close()
      }
    }
  )
})
