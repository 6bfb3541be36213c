import { DepositLinks, MAX_CLAIMS } from "../../src/modules/onchain/deposit/deposit-links"
import { OrderFollowUps } from "../../src/modules/onchain/payment/order-follow-ups"
import { together, describeTables } from "./onchain-module"
import {
  deposit,
  inReview,
  mirrorOf,
  storeOf,
  eventsOf,
  EVM_ADDRESS,
  stored,
  scope,
  paymentsOf,
} from "./rows"

const GUEST = { customerId: undefined, externalCustomerRef: undefined }
const TO = { txHash: "0xabc", operationIndex: 0, fromAddress: "0xfrom", toAddress: EVM_ADDRESS.toLowerCase() }

describeTables(({ knex }) => {
  const payments = paymentsOf(knex)
  const links = new DepositLinks(knex, scope, payments)
  const watch = new OrderFollowUps(knex, scope)
  const queued = () => payments.find({ session_id: "deposit_ocpay_1_dep_1" })

  test("a deposit is linked by its address whatever its token and network, and its order is kept", async () => {
    await stored(payments)
    await inReview(knex, { ...GUEST, networkId: "eth-mainnet", asset: { token: "WETH" }, transaction: TO })
    expect(await watch.isMoneyInReview(["ocpay_1"])).toBe(false)
    await links.link()
    expect(await storeOf(knex).mustFind("dep_1")).toMatchObject({
      payment_id: "ocpay_1",
      linked_by: "address",
    })
    expect(await watch.isMoneyInReview(["ocpay_1"])).toBe(true)
    expect((await links.listOf(["ocpay_1"])).map(({ id }) => id)).toEqual(["dep_1"])
    expect(await links.linkByPerson("dep_1", "ocpay_2", "ada")).toEqual({ code: "already_linked" })
  })

  test("an event alone links nothing, until a list has confirmed it", async () => {
    await stored(payments)
    const reported = { ...GUEST, transaction: TO }
    await mirrorOf(knex).report("deposit.review_required", deposit(reported))
    expect(await links.link()).toEqual([])
    expect(await links.linkByPerson("dep_1", "ocpay_1", "ada")).toEqual({ code: "unconfirmed" })
    expect(await watch.isMoneyInReview(["ocpay_1"])).toBe(false)
    await inReview(knex, reported)
    expect(await links.link()).toEqual(["dep_1"])
    expect(await watch.isMoneyInReview(["ocpay_1"])).toBe(true)
  })

  test("what a reusable address received before the payment is not queued for it", async () => {
    await stored(payments, { kind: "auto_deposit", gateway_invoice_id: null })
    await inReview(knex, { ...GUEST, transaction: TO, observedAt: "2020-01-01T00:00:00.000Z" })
    await links.link()
    const old = await storeOf(knex).mustFind("dep_1")
    expect(old.payment_id).toBe("ocpay_1")
    await links.queueAccepted(old)
    expect(await queued()).toBeUndefined()
    await links.queueAccepted({ ...old, linked_by: "person" as const })
    expect(await queued()).toMatchObject({ received_amount: "12.5" })
  })

  test("at a shared address only the memo links", async () => {
    for (const n of [1, 2]) await stored(payments, { id: `ocpay_${n}`, memo: `${n}` })
    await inReview(knex, { ...GUEST, depositId: "with", memo: "2", transaction: TO })
    await inReview(knex, { ...GUEST, depositId: "without", transaction: TO })
    await links.link()
    expect(await storeOf(knex).mustFind("with")).toMatchObject({ payment_id: "ocpay_2", linked_by: "memo" })
    expect(await storeOf(knex).mustFind("without")).toMatchObject({ payment_id: null })
  })

  test("of many claims at once five are kept, the same one once", async () => {
    const payment = await stored(payments)
    const kept = await together(20, (n) => links.claim(payment, `0x${n % 10}`))
    expect(kept.filter(Boolean).length).toBeGreaterThanOrEqual(MAX_CLAIMS)
    expect(new Set((await links.listClaims(["ocpay_1"])).map(({ tx_hash }) => tx_hash)).size).toBe(MAX_CLAIMS)
    expect(await links.listClaims(["ocpay_1"])).toHaveLength(MAX_CLAIMS)
  })

  test("two payments that claim one transaction are both contested, and an equal amount is only a suggestion", async () => {
    const [one, two] = [await stored(payments), await stored(payments, { id: "ocpay_2" })]
    const deposit = await inReview(knex, { ...GUEST, transaction: { ...TO, toAddress: "0xtreasury" } })
    const proposed = async () =>
      (await links.propose(deposit)).map(({ payment, by, isContested }) => [payment.id, by, isContested])
    expect((await proposed()).sort()).toEqual([
      ["ocpay_1", "amount", false],
      ["ocpay_2", "amount", false],
    ])
    await links.claim(one, "0xabc")
    expect(await proposed()).toContainEqual(["ocpay_1", "claim", false])
    await links.claim(two, "0xabc")
    expect(await proposed()).toEqual([
      ["ocpay_1", "claim", true],
      ["ocpay_2", "claim", true],
    ])
    await links.link()
    expect(await storeOf(knex).mustFind("dep_1")).toMatchObject({ payment_id: null })
  })

  test("accepted money is queued once, with the amount of the payment it belongs to", async () => {
    await stored(payments, { collection_id: "paycol_1", received_amount: "0" })
    await inReview(knex, { ...GUEST, transaction: TO })
    await links.link()
    const deposit = await storeOf(knex).mustFind("dep_1")
    await together(5, () => links.queueAccepted(deposit))
    const events = await eventsOf(knex)
    expect(events.filter((name) => name === "onchain.payment_unallocated")).toHaveLength(1)
    expect(await queued()).toMatchObject({
      ...{ state: "unallocated", unallocated_reason: "deposit_accepted", collection_id: "paycol_1" },
      ...{ expected_amount: "12.5", received_amount: "12.5", fiat_amount: "12.5", next_check_at: null },
    })
    expect(await payments.find({ id: "ocpay_1" })).toMatchObject({ state: "awaiting", received_amount: "0" })
  })

  test("accepted money keeps its order until it is queued, also when the process dies in between", async () => {
    await stored(payments, { collection_id: "paycol_1", received_amount: "0" })
    await inReview(knex, { ...GUEST, transaction: TO })
    await links.link()
    await inReview(knex, { ...GUEST, transaction: TO, resolutionStatus: "accepted" })
    expect(await storeOf(knex).mustFind("dep_1")).toMatchObject({ state: "accepted", queued_at: null })
    expect(await watch.isMoneyInReview(["ocpay_1"])).toBe(true)
    await links.linkAndQueue()
    expect(await queued()).toMatchObject({ received_amount: "12.5" })
    expect(await watch.isMoneyInReview(["ocpay_1"])).toBe(false)
    await links.linkAndQueue()
    expect(await storeOf(knex).mustFind("dep_1")).toMatchObject({ queued_at: expect.any(Date) })
  })

  test("accepted money of another token cannot pay the order", async () => {
    await stored(payments)
    await inReview(knex, { ...GUEST, asset: { token: "WETH" }, transaction: TO })
    await links.link()
    await links.queueAccepted(await storeOf(knex).mustFind("dep_1"))
    expect(await queued()).toBeUndefined()
  })
})
