import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { validInput } from "../../src/modules/onchain/options/__tests__/valid-options"
import OnchainModuleService from "../../src/modules/onchain/service"
import { type Scope, scopeColumns } from "../../src/modules/onchain/work/claim"
import { storeCaptures, transaction } from "./books"
import { describeOnchainModule } from "./onchain-module"
import { delivery, mustClaim, deposit, depositRequest, stored, newDestination, newWithdrawal } from "./rows"

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }
const ASKED_AT = new Date("2100-01-01T00:00:00Z")
const surroundings = { candidates: ["int_1"], hasPayoutKey: true }
const page = { limit: 10, offset: 0 }

describeOnchainModule(({ service: sandbox, knex }) => {
  /** The module as another configuration of the same database loads it. */
  const openAccount = (change: Partial<Scope>) =>
    new OnchainModuleService({ [ContainerRegistrationKeys.PG_CONNECTION]: knex, logger: SILENT } as never, {
      ...validInput,
      baseUrl: "https://localhost/api/v1",
      ...change,
    })
  const count = async (table: string) => Number((await knex(table).count())[0]?.count)

  describe.each<[string, Partial<Scope>]>([
    ["from sandbox to live", { environment: "live" }],
    ["to another business", { businessId: "biz_2" }],
  ])("a database that is switched %s", (_, change) => {
    let other: OnchainModuleService
    beforeEach(() => void (other = openAccount(change)))
    afterEach(() => other.__hooks.onApplicationShutdown())

    test("keeps deposits with the same id apart: in lists, in resolutions by lists, and in actions", async () => {
      for (const { deposits } of [sandbox, other]) await deposits.mirror.recordList([deposit()], ASKED_AT)
      expect(await count("onchain_deposit")).toBe(2)
      const claimed = await sandbox.deposits.store.claim(depositRequest(), surroundings)
      expect(claimed).toMatchObject({ kind: "claimed", claim: { environment: "sandbox" } })
      expect(await sandbox.deposits.store.mustFind("dep_1")).toMatchObject({ state: "processing" })
      expect(await other.deposits.store.mustFind("dep_1")).toMatchObject({ state: "in_review" })
      expect(await other.deposits.store.history("dep_1")).toEqual([])
      expect(await sandbox.deposits.store.history("dep_1")).toHaveLength(1)
      const begun = await other.deposits.store.claim(depositRequest(), surroundings)
      expect(begun).toMatchObject({ kind: "claimed", claim: { environment: other.options.environment } })
      await knex("onchain_deposit")
        .where(scopeColumns(other.options))
        .update({ state: "in_review", action_key: null })

      await knex("onchain_deposit").update({ next_attempt_at: new Date(0) })
      expect(await other.deposits.store.takeDue()).toBeUndefined()
      expect(await sandbox.deposits.store.takeDue()).toMatchObject({ id: "dep_1" })

      await sandbox.deposits.mirror.recordList([deposit({ depositId: "dep_2" })], ASKED_AT)
      expect(await other.deposits.store.find("dep_2")).toBeUndefined()
      expect(
        await other.deposits.list.read({ filter: { states: [] }, direction: "asc", ...page })
      ).toMatchObject({
        count: 1,
      })
      expect(await other.deposits.mirror.listMissing(new Set(["dep_1"]), ASKED_AT)).toEqual([])
      await other.deposits.mirror.recordList([deposit({ resolutionStatus: "accepted" })], ASKED_AT)
      expect(await other.deposits.store.mustFind("dep_1")).toMatchObject({ state: "accepted" })
      expect(await sandbox.deposits.store.mustFind("dep_1")).toMatchObject({ state: "processing" })
    })

    test("treats a webhook with an id of the other account as new, and ignores the other's deliveries", async () => {
      expect(await sandbox.inbox.accept(delivery("dlv_1"))).toBe(true)
      expect(await other.inbox.accept(delivery("dlv_1"))).toBe(true)
      expect(await sandbox.inbox.accept(delivery("dlv_1"))).toBe(false)
      await other.inbox.finish(await mustClaim(other.inbox), "processed", null)
      expect(await other.inbox.claim()).toBeNull()
      expect(await other.inbox.backlog()).toEqual({ waiting: 0, dead: 0 })
      expect(await sandbox.inbox.backlog()).toEqual({ waiting: 1, dead: 0 })
      expect(await other.health.oldestDelivery()).toBeNull()

      const held = await mustClaim(sandbox.inbox)
      await knex("onchain_webhook_delivery").update({ lease_expires_at: new Date(0) })
      expect(await other.inbox.recover()).toEqual([])
      expect(await sandbox.inbox.fail(held, "the gateway is unavailable")).toBe("received")
      expect(await sandbox.deliveries.find("dlv_1")).toMatchObject({ state: "received" })
      expect(await other.deliveries.find("dlv_1")).toMatchObject({ state: "processed" })
      expect(await other.deliveries.rerun("dlv_1", "user_1")).toMatchObject({ refusal: null })
      expect(await sandbox.deliveries.history("dlv_1")).toEqual([])
    })

    test("sends, tracks and shows no withdrawal of the other account, and counts none in limits and balances", async () => {
      const request_key = "request_1"
      const payout = await sandbox.payouts.withdrawals.request(newWithdrawal({ request_key }))
      const sending = { state: "sending", due_at: new Date(0) }
      await knex("onchain_withdrawal").update({
        ...sending,
        gateway_withdrawal_id: "wd_1",
        first_sent_at: new Date(),
        mismatch: "the gateway calls it failed",
      })
      const { withdrawals } = other.payouts
      const id = payout?.id ?? ""
      expect(await withdrawals.store.find(id)).toBeUndefined()
      await expect(withdrawals.store.standing(id)).rejects.toThrow("is gone")
      expect(await withdrawals.store.findByGatewayId("wd_1")).toBeUndefined()
      expect(await withdrawals.list.read({ filter: { states: [] }, direction: "asc", ...page })).toEqual({
        rows: [],
        count: 0,
      })
      expect(await withdrawals.store.takeCall()).toBeUndefined()
      expect(await withdrawals.store.takeCall(id)).toBeUndefined()
      expect(await withdrawals.store.takeChecks(5)).toEqual([])
      expect(await other.attention.list.count("contradicted")).toBe(0)
      expect(await sandbox.attention.list.count("contradicted")).toBe(1)

      const own = await withdrawals.request(newWithdrawal({ request_key }))
      await knex("onchain_withdrawal")
        .where({ id: own?.id })
        .update({ ...sending, gateway_withdrawal_id: "wd_1" })
      expect(await withdrawals.store.takeCall()).toMatchObject({ id: own?.id })
      expect(await sandbox.payouts.withdrawals.store.takeCall()).toMatchObject({ id })
      expect(await sandbox.payouts.withdrawals.store.findByGatewayId("wd_1")).toMatchObject({ id })
    })

    test("has its own address book, customers and addresses", async () => {
      const entry = newDestination()
      const first = await sandbox.payouts.destinations.create(entry, true)
      expect(await other.payouts.destinations.find(first.row.id)).toBeUndefined()
      expect(await other.payouts.destinations.create(entry, false)).toMatchObject({
        isNew: true,
        row: { state: "pending" },
      })
      expect(
        await sandbox.payouts.destinations.list.read({ filter: {}, direction: "asc", ...page })
      ).toMatchObject({ count: 1 })

      for (const { environment, businessId: business_id } of [sandbox.options, other.options])
        await knex("onchain_customer").insert({
          id: `occus_${environment}_${business_id}`,
          environment,
          business_id,
          customer_id: "cus_1",
          idempotency_key: `customer_${environment}_${business_id}`,
          gateway_customer_id: `gw_${environment}_${business_id}`,
        })
      const { environment, businessId } = other.options
      expect(await other.customers.find({ customer_id: "cus_1" })).toMatchObject({
        gateway_customer_id: `gw_${environment}_${businessId}`,
      })
    })

    test("owes a further deposit although the other account has an invoice with its id", async () => {
      const invoice = { invoiceId: "inv_2", tokenAmount: "3" }
      const first = await stored(sandbox.payments)
      expect(await sandbox.refunds.oweExtra(first, invoice)).toBe(true)
      const { environment, businessId: business_id } = other.options
      const second = await stored(other.payments, {
        id: "ocpay_2",
        gateway_invoice_id: "inv_3",
        environment,
        business_id,
      })
      expect(await other.refunds.oweExtra(second, invoice)).toBe(true)
      // Owed in the account that received it, whatever account is configured now.
      expect(await other.refunds.oweExtra(first, { ...invoice, invoiceId: "inv_3" })).toBe(true)
      expect(await other.refunds.oweExtra(second, invoice)).toBe(false)
      expect(
        await other.refunds.list.read({ filter: { states: [] }, direction: "asc", ...page })
      ).toMatchObject({ rows: [{ id: "extra_inv_2", payment_id: "ocpay_2" }] })
      expect(await other.attention.list.count("refund_due")).toBe(1)
    })

    test("mirrors, runs and reports for itself", async () => {
      await sandbox.finance.transactions.record([transaction({ amount: "12.5" })])
      expect(await other.finance.transactions.record([transaction({ amount: "7" })])).toBe(1)
      expect(await count("onchain_transaction")).toBe(2)
      expect(await other.finance.transactions.read({ filter: {}, direction: "asc", ...page })).toMatchObject({
        rows: [{ id: "txn_1", amount: "7" }],
      })

      expect(await sandbox.syncRuns.begin("transactions", 60_000)).toBe(true)
      expect(await other.syncRuns.begin("transactions", 60_000)).toBe(true)
      await sandbox.syncRuns.advance("transactions", "2026-01-02")
      expect(await other.syncRuns.position("transactions")).toBeNull()

      const list = { endpoint: "listInvoices", listName: "listInvoices status=paid", rowsRead: 3 }
      await sandbox.status.noteList({ ...list, end: { isComplete: false, gap: "page_full", rowsRead: 3 } })
      expect(await other.status.findIncompleteLists()).toEqual([])

      const days = { from: "2026-01-02", to: "2026-01-02" }
      const theirs = await sandbox.finance.reports.request(days, "user_1")
      expect(await other.finance.reports.find(theirs?.id ?? "")).toBeUndefined()
      expect(await other.finance.reports.claim()).toBeUndefined()
      const ours = await other.finance.reports.request(days, "user_1")
      expect(ours?.id).not.toBe(theirs?.id)
      const run = await other.finance.reports.claim()
      if (!run) throw new Error("the report was not claimed")
      await storeCaptures(knex, [])
      const { lines } = await other.finance.reports.readBooks(run, [])
      await knex.raw("DROP TABLE payment, capture")
      expect(lines).toMatchObject([{ receipts: { tokens: "7" } }])
    })
  })
})
