import type { Transaction } from "../../src/gateway/contract"
import { Transactions } from "../../src/modules/onchain/finance/transactions"
import { PayoutEvidence } from "../../src/modules/onchain/payout/payout-service"
import type { WithdrawalRow } from "../../src/modules/onchain/payout/withdrawal-store"
import { transaction } from "./books"
import { describeOnchainModule } from "./onchain-module"
import { deposit, inReview, mirrorOf, stored, withdrawalIn, scope } from "./rows"

const SENT_AT = new Date("2026-01-02T10:00:00.000Z")

describeOnchainModule(({ service, knex }) => {
  let evidence: PayoutEvidence
  let row: WithdrawalRow
  beforeEach(async () => {
    evidence = new PayoutEvidence(knex, scope)
    row = await withdrawalIn(knex, { state: "unknown", first_sent_at: SENT_AT })
  })
  const listed = (...reported: Partial<Transaction>[]) =>
    new Transactions(knex, scope).record(
      reported.map((one, index) =>
        transaction({ id: `txn_${index}`, type: "payout", direction: "out", amount: "9.95", ...one })
      )
    )
  const found = async (limit = 10) => (await evidence.signsOf(row, limit)).map(({ reference }) => reference)

  test.each<[string, Partial<Transaction>, boolean]>([
    ["of after the fee", {}, true],
    ["of the whole amount", { amount: "10.00" }, true],
    ["without an amount", { amount: undefined }, true],
    ["without a direction", { direction: undefined }, true],
    ["of shortly before, by a slow clock", { createdAt: "2026-01-02T09:10:00.000Z" }, true],
    ["without a time", { createdAt: undefined }, true],
    ["that came in", { direction: "in" }, false],
    ["of more than the amount", { amount: "10.01" }, false],
    ["of another token", { token: "USDT" }, false],
    ["of another network", { networkId: "bnb-mainnet" }, false],
    ["of the day before", { createdAt: "2026-01-01T10:00:00.000Z" }, false],
    ["that is a fee", { type: "fee" }, false],
  ])("a transaction %s: %j may be the payout: %s", async (_, reported, mayBe) => {
    await listed({ reference: "wd_1", ...reported })
    expect(await found()).toEqual(mayBe ? ["wd_1"] : [])
  })

  test("transactions without a reference may each be the payout, under their own ids", async () => {
    await listed(
      { id: "txn_nameless", reference: undefined },
      { id: "txn_blank", reference: "", amount: "9.94" },
      { id: "txn_of_one", reference: "wd_1", amount: "9.93" },
      { id: "txn_fee_of_one", reference: "wd_1", type: "fee", amount: "0.05" }
    )
    expect(await found()).toEqual(["txn_nameless", "txn_blank", "wd_1"])
    evidence.noteOther(row, "txn_nameless")
    expect(await found()).toEqual(["txn_blank", "wd_1"])
  })

  test("a deposit that only an event reports hides no payout with its id", async () => {
    await mirrorOf(knex).report("deposit.review_required", deposit({ depositId: "wd_1" }))
    await listed({ reference: "wd_1" })
    expect(await found()).toEqual(["wd_1"])
    await inReview(knex, { depositId: "wd_1" })
    expect(await found()).toEqual([])
  })

  test("one that the service has is recognized by its transaction, also with another amount or asset", async () => {
    const sent = { ...row, gateway_withdrawal_id: "wd_1" }
    await listed(
      { id: "txn_in", reference: "wd_1", direction: "in" },
      { id: "txn_of_other", reference: "wd_2" }
    )
    expect(await evidence.hasTransaction(sent)).toBe(false)
    expect(await evidence.hasTransaction(row)).toBe(false)
    await listed({ id: "txn_out", reference: "wd_1", token: "USDT", direction: undefined })
    expect(await evidence.hasTransaction(sent)).toBe(true)
  })

  test("a payout without an amount is not mistaken for its fee", async () => {
    await listed({ reference: "wd_1", amount: undefined }, { reference: "wd_1", type: "fee", amount: "0.05" })
    expect(await evidence.signsOf(row, 10)).toEqual([{ reference: "wd_1", amount: null }])
  })

  test("fees of sales, deposits and other payouts of ours are not searched, however many there are", async () => {
    await stored(service.payments, { gateway_invoice_id: "inv_1" })
    await inReview(knex)
    await withdrawalIn(knex, { state: "sent", gateway_withdrawal_id: "wd_other" }, { request_key: "other" })
    const fees = Array.from({ length: 50 }, () => ({ reference: "inv_1", type: "fee", amount: "0.12" }))
    await listed({ reference: "dep_1" }, { reference: "wd_other" }, ...fees, { reference: "wd_1" })
    expect(await found(1)).toEqual(["wd_1"])
  })

  test("the largest comes first, and what is known to be something else is skipped", async () => {
    await listed(
      { reference: "inv_elsewhere", amount: "0.5" },
      { reference: "wd_1" },
      { reference: "wd_2", amount: "9" }
    )
    expect(await found(2)).toEqual(["wd_1", "wd_2"])
    evidence.noteOther(row, "wd_1")
    expect(await found(2)).toEqual(["wd_2", "inv_elsewhere"])
  })
})
