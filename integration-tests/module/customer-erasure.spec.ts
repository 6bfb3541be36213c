import { Transactions } from "../../src/modules/onchain/finance/transactions"
import { noteAudit } from "../../src/modules/onchain/work/audit-log"
import { transaction } from "./books"
import { together, describeOnchainModule } from "./onchain-module"
import {
  withdrawalIn,
  storeAllStatuses,
  destinationIn,
  followPayout,
  plantRefunds,
  account,
  scope,
} from "./rows"

const WALLET = "0x52908400098527886E0F7030069857D2E4169EE7"

/** The tables of one customer. The stories over HTTP erase what a whole purchase leaves. */
describeOnchainModule(({ service, knex }) => {
  const mirror = () => new Transactions(knex, scope)
  const payout = (change = {}) =>
    transaction({
      type: "payout",
      reference: "wd_1",
      toAddress: WALLET,
      raw: `{"to":"${WALLET}"}`,
      ...change,
    })
  const erase = () => service.customerData.erase("cus_1", { orders: [], collections: [] }, "user_1")
  const one = (table: string) => knex(table).first()

  /** A refund of a customer, with its payout. */
  async function paidRefund(change: object = {}) {
    await plantRefunds(knex, ["ref_1"])
    await knex("onchain_attempt").update({ state: "expired" })
    await knex("onchain_payment").update({ customer_id: "cus_1" })
    await destinationIn(knex, { customer_id: "cus_1" })
    const { id } = await withdrawalIn(
      knex,
      { state: "completed", gateway_withdrawal_id: "wd_1", ...change },
      { refund_id: "ref_1", payment_id: "ocpay_1" }
    )
    await followPayout(knex, id)
    await knex("onchain_refund").update({ state: "done" })
    await storeAllStatuses(knex)
    return id
  }
  const delivered = (id: string, state: string, body: string, more: object = {}) =>
    knex("onchain_webhook_delivery").insert({
      ...{ ...account, id, state, event: "payout.updated", raw_body: body },
      ...{ received_at: new Date(), next_attempt_at: new Date(), ...more },
    })

  test("a transaction stays erased, although the list still has its address", async () => {
    await paidRefund()
    await mirror().record([payout()])
    await erase()
    const erased = await one("onchain_transaction")
    expect(erased).toMatchObject({ to_address: null, raw: null, amount: "12.5", tx_hash: "0xAbC" })
    expect(await mirror().record([payout()])).toBe(0)
    expect(await mirror().record([payout({ status: "failed" })])).toBe(1)
    const later = await one("onchain_transaction")
    expect(later).toMatchObject({ to_address: null, raw: null, status: "failed" })
  })

  test("a transaction that is listed for the first time after the erasure comes without its address", async () => {
    await paidRefund()
    const { gateway_invoice_id: invoice, gateway_intent_id: intent } = await one("onchain_attempt")
    const references = [invoice, intent, "wd_1", "wd_2"].filter((reference) => reference !== null)
    const listed = references.map((reference) => payout({ id: `txn_${reference}`, reference }))
    // A guest's payment names no customer, and nothing of it is erased.
    await knex("onchain_attempt").update({ customer_id: null })
    await mirror().record(listed)
    expect(await knex("onchain_transaction").whereNull("to_address")).toEqual([])
    await knex("onchain_transaction").del()
    await erase()
    await mirror().record(listed)
    expect(await knex("onchain_transaction").whereNotNull("to_address").pluck("reference")).toEqual(["wd_2"])
    expect(await knex("onchain_transaction").whereNotNull("raw").pluck("reference")).toEqual(["wd_2"])
    expect(await erase()).toEqual({ kind: "erased", rows: {} })
  })

  test("the audit log keeps who, what and states, and loses what they wrote", async () => {
    const id = await paidRefund()
    const written = { action: "withdrawal.acknowledged", actorId: "user_2" }
    const words = { before: { mismatch: `paid to ${WALLET}` }, after: { note: "Ada called", state: "sent" } }
    await noteAudit(knex, { type: "withdrawal", id, ...account }, { ...written, ...words })
    await erase()
    const [entry] = await knex("onchain_audit_entry").where({ action: written.action })
    expect(entry).toMatchObject({ actor_id: "user_2", before: {}, after: { state: "sent" } })
    expect(entry.after).toEqual({ state: "sent" })
  })

  test("webhooks that name the customer or things of theirs are deleted, dead ones included, and no other", async () => {
    await paidRefund()
    await delivered("dlv_1", "processed", "{}", { resource_id: "wd_1" })
    await delivered("dlv_2", "dead", '{"externalRef":"cus_1"}')
    await delivered("dlv_3", "ignored", '{"externalRef":"cus_10"}')
    await delivered("dlv_4", "dead", "{}", { resource_id: "wd_2" })
    expect(await erase()).toMatchObject({ kind: "erased", rows: { onchain_webhook_delivery: 2 } })
    expect(await knex("onchain_webhook_delivery").orderBy("id").pluck("id")).toEqual(["dlv_3", "dlv_4"])
  })

  test("a pending webhook, and a payout whose outcome is unknown, leave everything as it was", async () => {
    const id = await paidRefund({ state: "failed", evidence: "unanswered" })
    await delivered("dlv_1", "received", '{"customerId":"cus_1"}')
    const before = await Promise.all(["onchain_payment", "onchain_payout_destination"].map(one))
    expect(await erase()).toEqual({
      kind: "refused",
      open: [
        { kind: "withdrawal", id, state: "uncertain" },
        { kind: "webhook", id: "dlv_1", state: "received" },
      ],
    })
    expect(await Promise.all(["onchain_payment", "onchain_payout_destination"].map(one))).toEqual(before)
    expect(await service.customerData.wasErased("cus_1")).toBe(false)
  })

  test("of ten at once one erases, with one entry in the audit log", async () => {
    await paidRefund()
    const results = await together(10, erase)
    const erasing = results.filter(
      (result) => result.kind === "erased" && Object.keys(result.rows).length > 0
    )
    expect(erasing).toHaveLength(1)
    expect(results.every(({ kind }) => kind === "erased")).toBe(true)
    const entries = await knex("onchain_audit_entry").where({ subject_type: "customer" })
    expect(entries).toMatchObject([{ subject_id: "cus_1", actor_id: "user_1", action: "customer.erased" }])
    expect(await service.customerData.wasErased("cus_1")).toBe(true)
  })
})
