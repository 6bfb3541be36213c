import { listAuditEntries } from "../../src/modules/onchain/work/audit-log"
import type { RefundRow } from "../../src/modules/onchain/refund/refund-ledger"
import { type RefundPayoutStart, RefundService } from "../../src/modules/onchain/refund/refund-service"
import { formatAmount, parseAmount } from "../../src/gateway/amount"
import { withdrawalIdOf } from "../../src/modules/onchain/payout/payout-service"
import type { WithdrawalRow } from "../../src/modules/onchain/payout/withdrawal-store"
import { together, describeOnchainModule } from "./onchain-module"
import { stored, scope, eventsOf, destinationIn, payoutOf, paymentsOf } from "./rows"

const TODAY = { price: "2", source: "fixed", at: new Date("2026-11-21T09:00:00Z") }
describeOnchainModule(({ service, knex }) => {
  const store = paymentsOf(knex)
  const ledger = new RefundService(knex, { ...scope, payouts: { approval: "none" } })
  const refunds = () => service.listOnchainRefunds({})

  test("a refund that core requests five times at once is owed once", async () => {
    const payment = await stored(store, { state: "captured" })
    const refund = { id: "ref_1", fiatAmount: "2.50" }
    await together(5, () => ledger.oweOrderRefund(payment, refund))
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
    await together(5, () => owe("13"))
    const id = (await owe("20")) ?? ""
    await owe("20")
    const rows = await knex("onchain_outbox").where({ subject: id }).orderBy("position")
    const ids = { payment_id: payment.id, session_id: payment.session_id, token: "USDC" }
    expect(rows).toMatchObject([
      { name: "onchain.refund_due", data: { ...ids, token_amount: "0.5" } },
      { name: "onchain.refund_due", data: { ...ids, token_amount: "7.5" } },
    ])
  })

  test("a refund of an order that is rolled back is owed no more, with a note, once", async () => {
    const payment = await stored(store)
    await ledger.oweOrderRefund(payment, { id: "ref_1", fiatAmount: "5" })
    await ledger.oweOrderRefund(payment, { id: "ref_2", fiatAmount: "5" })
    await ledger.oweExtra(payment, { invoiceId: "inv_2", tokenAmount: "3" })
    const idsOf = async (olderThanMs: number) => (await ledger.listSeveral(olderThanMs)).map(({ id }) => id)
    expect((await idsOf(0)).sort()).toEqual(["ref_1", "ref_2"])
    expect(await idsOf(60_000)).toEqual([])
    expect([await ledger.withdraw("ref_1"), await ledger.withdraw("ref_1")]).toEqual([true, false])
    expect(await ledger.withdraw("extra_inv_2")).toBe(false)
    expect((await refunds()).map(({ id }) => id).sort()).toEqual(["extra_inv_2", "ref_2"])
    expect(await ledger.find("ref_1")).toBeUndefined()
    expect(await idsOf(0)).toEqual([])
    expect(await listAuditEntries(knex, "refund", "ref_1")).toMatchObject([
      { action: "refund.withdrawn", actor_id: null },
    ])
    await ledger.withdraw("ref_2")
    expect(await ledger.hasOrderRefund(payment.id)).toBe(false)
  })

  const refund = (id: string) => knex<RefundRow>("onchain_refund").where({ id }).first()
  const withdrawals = () => knex<WithdrawalRow>("onchain_withdrawal").select("*").orderBy("created_at")

  /** A payment of 17.00 for 17 tokens, all received. */
  const paid = (change: Parameters<typeof stored>[1] = {}) =>
    stored(store, {
      state: "captured",
      fiat_amount: "17.00",
      expected_amount: "17",
      received_amount: "17",
      decimals: 6,
      ...change,
    })
  const owed = async (...amounts: string[]) => {
    const payment = await paid()
    for (const [index, fiatAmount] of amounts.entries())
      await ledger.oweOrderRefund(payment, { id: `ref_${index}`, fiatAmount })
    return destinationIn(knex)
  }
  const settle = () =>
    ledger.settle({
      ...{ refundId: "ref_0", actorId: "user_1", note: "paid by bank" },
      ...{ txHash: null, fiatDecimals: 2 },
    })
  const codeOf = (start: RefundPayoutStart) => (start.kind === "refused" ? start.refusal.code : start.kind)

  test("a payout is started with its amount, destination and user, all in one write", async () => {
    const destination = await owed("5.00")
    const start = await ledger.startPayout(payoutOf("ref_0", destination))
    const [withdrawal] = await withdrawals()
    expect(start).toEqual({ kind: "started", withdrawal })
    expect(withdrawal).toMatchObject({
      refund_id: "ref_0",
      payment_id: "ocpay_1",
      state: "requested",
      amount: "5",
      destination_id: destination.id,
      destination_address: destination.address,
      id: withdrawalIdOf(scope, {
        refund_id: "ref_0",
        requested_by: "user_2",
        request_key: "refund_ref_0_1",
      }),
      requested_by: "user_1",
    })
    expect(await refund("ref_0")).toMatchObject({
      state: "quoted",
      withdrawal_id: withdrawal?.id,
      token_amount: "5",
      share_amount: "5",
      rate_basis: "payment",
    })
    expect(await ledger.history("ref_0")).toMatchObject([
      { action: "refund.payout_started", actor_id: "user_1" },
    ])
  })

  test("of twenty who start the payout of one refund one does", async () => {
    const destination = await owed("5.00")
    const starts = await together(20, () => ledger.startPayout(payoutOf("ref_0", destination)))
    expect(starts.filter(({ kind }) => kind === "started")).toHaveLength(1)
    expect(starts.filter(({ kind }) => kind === "taken")).toHaveLength(19)
    expect(await withdrawals()).toHaveLength(1)
  })

  test("twenty refunds of one payment that are started at once never exceed what arrived", async () => {
    const destination = await owed(...Array.from({ length: 20 }, () => "1.70"))
    const starts = await together(20, (index) => ledger.startPayout(payoutOf(`ref_${index}`, destination)))
    expect(starts.filter(({ kind }) => kind === "started")).toHaveLength(10)
    expect(starts.map(codeOf).filter((code) => code === "over_refund")).toHaveLength(10)
    const sum = (await withdrawals()).reduce((total, { amount }) => total + parseAmount(amount, 6), 0n)
    expect(formatAmount(sum, 6)).toBe("17")
  })

  test("today's rate is used on request, and stored with the refund", async () => {
    const destination = await owed("8.00", "9.00")
    await ledger.startPayout(payoutOf("ref_0", destination, { basis: "today", today: TODAY }))
    expect(await refund("ref_0")).toMatchObject({
      token_amount: "4",
      share_amount: "8",
      rate_basis: "today",
      rate: "2",
      rate_source: "fixed",
      rate_at: TODAY.at,
    })
  })

  test("an earlier payout that was sent after all leaves less for another refund, and no second payout of its own", async () => {
    const destination = await owed("5.00", "15.00")
    await ledger.startPayout(payoutOf("ref_0", destination))
    const [earlier] = await withdrawals()
    const dueAgain = { state: "due", withdrawal_id: null, token_amount: null }
    await knex("onchain_refund").where({ id: "ref_0" }).update(dueAgain)
    await knex("onchain_withdrawal").where({ id: earlier?.id }).update({ state: "sent" })
    expect(await ledger.startPayout(payoutOf("ref_0", destination))).toMatchObject({ kind: "taken" })
    const start = await ledger.startPayout(payoutOf("ref_1", destination))
    expect(start).toMatchObject({ kind: "started", withdrawal: { amount: "12" } })
  })

  test("a surplus that grows while it is paid out is owed by another refund", async () => {
    const payment = await paid({ received_amount: "20" })
    const destination = await destinationIn(knex)
    await ledger.oweSurplus(payment)
    await ledger.startPayout(payoutOf("surplus_ocpay_1", destination))
    const grown = { ...payment, received_amount: "22" }
    await store.note(payment.id, { received_amount: "22" })
    const ids = await together(5, () => ledger.oweSurplus(grown))
    expect(new Set(ids)).toEqual(new Set(["surplus_ocpay_1_2"]))
    expect(await refund("surplus_ocpay_1")).toMatchObject({ state: "quoted", token_amount: "3" })
    expect(await refund("surplus_ocpay_1_2")).toMatchObject({ state: "due", token_amount: "2" })
    await ledger.oweSurplus({ ...payment, received_amount: "25" })
    expect(await refund("surplus_ocpay_1_2")).toMatchObject({ token_amount: "5" })
  })

  test("a refund that is settled by other means counts as refunded, and is closed once", async () => {
    const destination = await owed("5.00", "12.00")
    const settled = await Promise.all([settle(), settle(), settle()])
    expect(settled.filter(({ kind }) => kind === "settled")).toHaveLength(1)
    expect(await refund("ref_0")).toMatchObject({
      state: "done",
      done_at: expect.any(Date),
      settled_by: "user_1",
      settled_note: "paid by bank",
      share_amount: "5",
      token_amount: null,
    })
    expect(await eventsOf(knex, "ref_0")).toEqual(["onchain.refund_due", "onchain.refund_settled"])
    expect((await ledger.startPayout(payoutOf("ref_0", destination))).kind).toBe("taken")
    await ledger.startPayout(payoutOf("ref_1", destination))
    expect((await withdrawals()).map(({ amount }) => amount)).toEqual(["12"])
  })

  test("a refund whose payout ended is paid by another one, and not before", async () => {
    const destination = await owed("5.00")
    await ledger.startPayout(payoutOf("ref_0", destination))
    await knex("onchain_withdrawal").update({ state: "failed" })
    await knex("onchain_refund").update({ state: "due", token_amount: null, share_amount: null })
    await ledger.startPayout(payoutOf("ref_0", destination))
    const idOf = (n: number) =>
      withdrawalIdOf(scope, { refund_id: "ref_0", requested_by: "user_1", request_key: `refund_ref_0_${n}` })
    expect((await withdrawals()).map(({ state, id }) => [state, id])).toEqual([
      ["failed", idOf(1)],
      ["requested", idOf(2)],
    ])
    await knex("onchain_refund").update({ state: "due" })
    expect((await ledger.startPayout(payoutOf("ref_0", destination))).kind).toBe("taken")
    expect(await withdrawals()).toHaveLength(2)
  })
})
