import { isInReview, keepsOrder, type KnownMoney } from "../../src/domain/payment/invoice-reading"
import type { Transaction } from "../../src/gateway/contract"
import { DepositLinks } from "../../src/modules/onchain/deposit/deposit-links"
import { Transactions } from "../../src/modules/onchain/finance/transactions"
import type { PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import { transaction } from "./books"
import { describeTables } from "./onchain-module"
import { inReview, EVM_ADDRESS, storeAllStatuses, stored, account, scope, paymentsOf } from "./rows"

const GUEST = { customerId: undefined, externalCustomerRef: undefined }
const TO = { txHash: "0xAbC", operationIndex: 0, fromAddress: "0xfrom", toAddress: EVM_ADDRESS.toLowerCase() }
const OTHER_ADDRESS = "0x8617E340B3D01FA5F11F306F4090FD50E238070D"

describeTables(({ knex }) => {
  const payments = paymentsOf(knex)
  const links = new DepositLinks(knex, scope, payments)
  const review = new Transactions(knex, scope)
  const opened = (n = 1, change: Partial<PaymentRow> = {}) =>
    stored(payments, { id: `ocpay_${n}`, collection_id: `paycol_${n}`, ...change })
  const records = async (n = 1) => {
    const {
      hasReceivedSome: _,
      claimedTxHash: __,
      arrived: ___,
      ...known
    } = await payments.knownMoney(`ocpay_${n}`)
    return Object.entries(known).flatMap(([record, isThere]) => (isThere ? [record] : []))
  }
  const waiting = (change: Partial<Transaction> = {}, mirror = new Transactions(knex, scope)) =>
    mirror.record([transaction({ id: "txn_1", reference: "inv_1", status: "review_required", ...change })])

  test("nothing is known of a payment that only waits", async () => {
    await opened()
    expect(await records()).toEqual([])
  })

  test("a part is known until it is owed back, and settled money is none", async () => {
    const payment = await opened(1, { received_amount: "5" })
    expect(await records()).toEqual(["hasPart"])
    await knex("onchain_attempt").update({ gateway_status: "paid" })
    expect(await records()).toEqual([])
    await knex("onchain_attempt").update({ gateway_status: "expired" })
    expect(await records()).toEqual(["hasPart"])
    await knex("onchain_refund").insert({
      ...account,
      ...{ id: "attempt_1", payment_id: payment.id, attempt_id: payment.attempt_id, kind: "surplus" },
      ...{ state: "due", token: "USDC", token_amount: "5", chain: "evm", network_id: "base-mainnet" },
      ...{ currency_code: "usd", session_id: "payses_1" },
    })
    expect(await records()).toEqual([])
    expect(await payments.knownMoney("ocpay_1")).toMatchObject({ hasReceivedSome: true })
  })

  test.each<[string, Partial<Transaction>, string[]]>([
    ["names its invoice", {}, ["hasTransaction"]],
    ["went to its address", { reference: "cus_1", toAddress: EVM_ADDRESS.toLowerCase() }, ["hasTransaction"]],
    [
      "went to its address on another network",
      { reference: undefined, toAddress: EVM_ADDRESS, networkId: "eth-mainnet" },
      ["hasTransaction"],
    ],
    ["cannot be read", { kind: null, unread: "no type", raw: "{}" }, ["hasTransaction"]],
    ["names another invoice", { reference: "inv_9" }, []],
    ["went to another address", { reference: undefined, toAddress: OTHER_ADDRESS }, []],
    ["is not in review", { status: "completed" }, []],
    ["is not in review, and cannot be read", { status: "completed", kind: null, unread: "no type" }, []],
    ["went out", { direction: "out" }, []],
  ])("a transaction that %s: %j %j", async (_, change, expected) => {
    await opened()
    await waiting(change)
    expect(await records()).toEqual(expected)
  })

  test("what arrived is listed once, what waits before what counts, with the words of its record", async () => {
    await opened(1, { tx_hash: "0xb", received_amount: "17" })
    await inReview(knex, { ...GUEST, transaction: TO })
    await links.link()
    await review.record([
      transaction({ id: "txn_1", reference: "inv_1", txHash: "0xA", amount: "8.5" }),
      transaction({ id: "txn_2", reference: "inv_1", txHash: "0xB", amount: "8.5" }),
      transaction({ id: "txn_3", reference: "inv_1", txHash: "0xc", status: "failed" }),
    ])
    const { arrived } = await payments.knownMoney("ocpay_1")
    expect(arrived.map(({ known_by, tx_hash, amount }) => [known_by, tx_hash, amount])).toEqual([
      ["deposit", TO.txHash, expect.any(String)],
      ["payment", "0xA", "8.5"],
      ["payment", "0xB", "8.5"],
    ])
    expect(arrived[0]).toMatchObject({ token: "USDC", network_id: "base-mainnet", to_address: TO.toAddress })
  })

  test("a transaction of another account is none, and one that an operator has reviewed is none any more", async () => {
    await opened()
    await waiting({}, new Transactions(knex, { environment: "live", businessId: "biz_other" }))
    expect(await records()).toEqual([])
    await waiting()
    expect(await records()).toEqual(["hasTransaction"])
    await review.endReview("txn_1", "ada", "sent back")
    expect(await records()).toEqual([])
  })

  test("at a shared address only the memo names a transaction", async () => {
    await opened(1, { memo: "1" })
    await opened(2, { memo: "2" })
    await waiting({ reference: undefined, toAddress: EVM_ADDRESS, memo: "2" })
    await waiting({ id: "txn_2", reference: undefined, toAddress: EVM_ADDRESS })
    expect([await records(1), await records(2)]).toEqual([[], ["hasTransaction"]])
  })

  test("a deposit is known from its tie to the decision about its money", async () => {
    await opened()
    await inReview(knex, { ...GUEST, transaction: TO })
    await links.link()
    expect(await records()).toEqual(["hasDeposit"])
    await inReview(knex, { ...GUEST, transaction: TO, resolutionStatus: "accepted" })
    expect(await records()).toEqual(["hasDeposit"])
    await links.linkAndQueue()
    expect(await records()).toEqual(["hasAcceptedDeposit"])
    const [payment_id] = await knex("onchain_payment")
      .where({ session_id: "deposit_ocpay_1_dep_1" })
      .pluck("id")
    await knex("onchain_decision").insert({ id: "ocdec_1", payment_id, kind: "apply" })
    expect(await records()).toEqual(["hasAcceptedDeposit"])
    await knex("onchain_decision").update({ kind: "keep", done_at: new Date() })
    await storeAllStatuses(knex)
    expect(await records()).toEqual([])
  })

  describe("at the reusable address of a customer", () => {
    const intent = (n: number, change: Partial<PaymentRow> = {}) =>
      opened(n, {
        ...{ kind: "auto_deposit", customer_id: "cus_1", external_order_id: `payses_${n}` },
        ...{ gateway_invoice_id: null, state: "superseded" },
        ...change,
      })
    const seen = (change: object = {}) => inReview(knex, { transaction: TO, ...change })

    test("a deposit may be meant for each open payment of its asset, and a wrong asset for all", async () => {
      await intent(1)
      await intent(2)
      await intent(3, { token: "ETH" })
      await seen()
      await knex("onchain_deposit").update({ customer_id: "cus_1" })
      expect([await records(1), await records(2), await records(3)]).toEqual([
        ["hasDeposit"],
        ["hasDeposit"],
        [],
      ])
      await knex("onchain_deposit").update({ token: "DOGE" })
      for (const n of [1, 2, 3]) expect(await records(n)).toEqual(["hasDeposit"])
      await knex("onchain_deposit").update({ token: "ETH" })
      expect([await records(1), await records(3)]).toEqual([[], ["hasDeposit"]])
    })

    test("a deposit of another payment keeps the order, and is not shown as this payment's", async () => {
      await intent(1)
      await intent(2)
      await seen()
      await knex("onchain_deposit").update({ customer_id: "cus_1", payment_id: "ocpay_2" })
      expect([await records(1), await records(2)]).toEqual([["hasDepositOfSibling"], ["hasDeposit"]])
      const known: KnownMoney = await payments.knownMoney("ocpay_1")
      expect({ review: isInReview(known), order: keepsOrder(known) }).toEqual({ review: false, order: true })
    })

    test("a deposit from before the payment is none", async () => {
      await seen()
      await knex("onchain_deposit").update({ customer_id: "cus_1" })
      await intent(1, { created_at: new Date(Date.now() + 60_000) })
      expect(await records(1)).toEqual([])
    })
  })

  describe("a transaction that the payer names", () => {
    const claimed = async (n = 1) => {
      const payment = await opened(n, { deposit_address: OTHER_ADDRESS })
      await links.claim(payment, "0xabc")
    }

    test("is known once a list has it in review, as a deposit or a transaction", async () => {
      await claimed()
      expect(await records()).toEqual([])
      await inReview(knex, { ...GUEST, transaction: TO })
      expect(await records()).toEqual(["hasTransaction"])
      await knex("onchain_deposit").update({ confirmed_at: null })
      expect(await records()).toEqual([])
      await knex("onchain_deposit").del()
      await waiting({ reference: undefined, txHash: "0xABC" })
      expect(await records()).toEqual(["hasTransaction"])
    })

    test("proves nothing when it belongs to another payment, or is final", async () => {
      await claimed(2)
      await opened(1)
      await inReview(knex, { ...GUEST, transaction: TO })
      await links.link()
      expect([await records(1), await records(2)]).toEqual([["hasDeposit"], []])
      await knex("onchain_deposit").del()
      await waiting({ txHash: "0xabc" })
      expect([await records(1), await records(2)]).toEqual([["hasTransaction"], []])
      await waiting({ reference: undefined, txHash: "0xabc", status: "completed" })
      expect(await records(2)).toEqual([])
    })
  })
})
