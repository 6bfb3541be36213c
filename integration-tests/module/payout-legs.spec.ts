import { listing } from "../../src/gateway/__tests__/listing"
import type { GatewayClient } from "../../src/gateway"
import { parseAssumptions } from "../../src/gateway/assumptions"
import { parseWithdrawal, type Withdrawal } from "../../src/gateway/contract"
import { failedCall } from "../../src/modules/onchain/work/__tests__/failed-call"
import { listAuditEntries } from "../../src/modules/onchain/work/audit-log"
import type { PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import type { PayoutLegRow } from "../../src/modules/onchain/payout/payout-legs"
import { keepPayoutActor } from "../../src/workflows/payout/payout-access"
import { acknowledgePayoutLeg } from "../../src/workflows/payout/payout-legs"
import { followLegs, recordLeg } from "../../src/workflows/payout/workers/follow-legs"
import { transaction } from "./books"
import { describeOnchainModule, together } from "./onchain-module"
import { account, EVM_ADDRESS, stored, withdrawalIn } from "./rows"
import { containerOf, reported } from "./withdrawal-stories"

const OTHER = "0x8617E340B3D01FA5F11F306F4090FD50E238070D"

describeOnchainModule(({ service, knex }) => {
  const container = containerOf(service)
  const paid = {
    state: "captured",
    gateway_status: "paid",
    captured_at: new Date(),
    updated_at: new Date(),
  } as const
  const sale = (change: Partial<PaymentRow> = {}) => stored(service.payments, { ...paid, ...change })

  /** Recipients, stored as before an invoice is requested. */
  const plan = (
    attempt_id: string,
    recipients: readonly (readonly [label: string, bps: number, to?: string])[]
  ) =>
    knex("onchain_payout_leg").insert(
      recipients.map(([label, share_bps, destination_address = EVM_ADDRESS], position) => ({
        ...{ ...account, id: `ocleg_${label}`, attempt_id, position },
        ...{ label, share_bps, destination_address },
      }))
    )
  /** A leg as the service reports it. */
  const leg = (change: Partial<Withdrawal> = {}): Withdrawal =>
    reported({
      ...{ invoiceId: "inv_1", destinationAddress: EVM_ADDRESS, amount: "6", fee: "0.05", netAmount: "5.95" },
      ...change,
    })
  const at = (seconds: number) => new Date(Date.now() + seconds * 1_000)
  const show = (change: Partial<Withdrawal> = {}, askedAt: Date | null = at(0)) =>
    recordLeg(container, leg(change), askedAt)
  const legs = () => knex<PayoutLegRow>("onchain_payout_leg").orderBy("position")
  const states = async () =>
    (await legs()).map((row) => `${row.label} ${row.gateway_withdrawal_id} ${row.gateway_status}`)

  describe("what the service shows of a leg", () => {
    test("takes the row of its recipient, once, however often and by however many it is reported", async () => {
      const { attempt_id } = await sale()
      await plan(attempt_id, [
        ["ada", 5_000, OTHER],
        ["bob", 5_000],
      ])
      await together(8, () => show())
      expect(await states()).toEqual(["ada null null", "bob wd_1 queued"])
      expect((await legs())[1]).toMatchObject({ amount: "6", fee: "0.05", share_bps: 5_000 })
    })

    test("goes to two recipients with one address by their shares", async () => {
      const { attempt_id } = await sale()
      await plan(attempt_id, [
        ["small", 2_000],
        ["large", 8_000],
      ])
      await show({ id: "wd_large", amount: "9.9" })
      await show({ id: "wd_small", amount: "2.4" })
      expect(await states()).toEqual(["small wd_small queued", "large wd_large queued"])
    })

    test("of equal shares of one address is given to each once, also by reports at the same time", async () => {
      const { attempt_id } = await sale()
      await plan(attempt_id, [
        ["ada", 5_000],
        ["bob", 5_000],
      ])
      await together(6, (n) => show({ id: `wd_${n % 2}` }))
      const found = await legs()
      expect(found.map(({ gateway_withdrawal_id }) => gateway_withdrawal_id).sort()).toEqual(["wd_0", "wd_1"])
    })

    test("of a route gets a row of its own, in the next position", async () => {
      await sale({ payout_route_id: "route_1" })
      await together(4, (n) => show({ id: `wd_${n}`, destinationAddress: OTHER }))
      const found = await legs()
      expect(found.map(({ position, label, share_bps }) => [position, label, share_bps])).toEqual(
        [0, 1, 2, 3].map((position) => [position, null, null])
      )
    })

    test("is stored in our words beside the service's own", async () => {
      const { attempt_id } = await sale()
      await plan(attempt_id, [["bob", 10_000]])
      const assumptions = parseAssumptions({ statuses: { withdrawal: { completed: ["succeeded"] } } })
      await show(parseWithdrawal(leg({ status: "succeeded" }), assumptions))
      expect(await legs()).toMatchObject([{ gateway_status: "completed", provider_status: "succeeded" }])
    })

    test("that is older than what is stored changes nothing", async () => {
      await sale()
      await show({ status: "processing" }, at(-10))
      await show({ status: "completed", txHash: "0xAbC" }, at(0))
      await show({ status: "processing" }, at(-5))
      await show({ status: "processing" }, null)
      expect((await legs())[0]).toMatchObject({ gateway_status: "completed", tx_hash: "0xAbC" })
    })

    test("by a newer reading goes back as the service says, and keeps its transaction", async () => {
      await sale()
      await show({ status: "completed", txHash: "0xAbC" }, at(-10))
      await show({ status: "processing" }, at(0))
      expect((await legs())[0]).toMatchObject({ gateway_status: "processing", tx_hash: "0xAbC" })
    })

    test("is found again after a restored database has lost it", async () => {
      const { attempt_id } = await sale()
      await plan(attempt_id, [["ada", 10_000]])
      await show({ status: "destination_rejected", failureReason: "sanctioned" })
      await knex("onchain_payout_leg").delete()
      await plan(attempt_id, [["ada", 10_000]])
      await show({ status: "destination_rejected", failureReason: "sanctioned" })
      expect(await states()).toEqual(["ada wd_1 destination_rejected"])
    })

    test.each<[string, Partial<Withdrawal>]>([
      ["names no invoice", { invoiceId: undefined }],
      ["names the invoice of another store", { invoiceId: "inv_other" }],
      ["is on another network than its invoice", { networkId: "bnb-mainnet" }],
    ])("that %s is no leg", async (_, change) => {
      await sale()
      expect(await show(change)).toBeNull()
      expect(await legs()).toEqual([])
    })

    test("that is a withdrawal of ours is no leg, by its identifier or our reference", async () => {
      await sale()
      const row = await withdrawalIn(knex, { gateway_withdrawal_id: "wd_ours" })
      expect(await show({ id: "wd_ours" })).toBeNull()
      expect(await show({ id: "wd_2", clientReference: row.id })).toBeNull()
      expect(await legs()).toEqual([])
    })
  })

  describe("a failed leg", () => {
    const acknowledge = (payout_leg_id: string, status = "failed", id = "user_1") => {
      const actor = { id, type: "user" }
      const payouts = { ...service.options.payouts, allowedUsers: ["user_1"] }
      const allowing = containerOf(
        Object.create(service, {
          options: { value: { ...service.options, payouts, payoutApiKey: undefined } },
        })
      )
      keepPayoutActor(allowing, { ...actor, ownerId: null, isKnown: true })
      return acknowledgePayoutLeg(allowing, { payout_leg_id, actor, status, note: "paid by bank" })
    }
    const kinds = async () =>
      (await service.attention.list.items(20)).map(({ kind, screen, reason }) => [kind, screen, reason])

    test("needs attention until it is acknowledged, and again when the service reports another failure", async () => {
      const payment = await sale()
      const row = await show({ status: "destination_rejected" }, at(-10))
      expect(await service.attention.list.items(20)).toEqual([
        expect.objectContaining({
          ...{ kind: "leg_failed", screen: "payout_leg", subject_id: row?.id, amount: "6", token: "USDC" },
          ...{ payment_id: payment.id, reason: "destination_rejected" },
        }),
      ])
      await acknowledge(row?.id ?? "", "destination_rejected")
      expect(await kinds()).toEqual([])
      const [entry] = await listAuditEntries(knex, "payout_leg", row?.id ?? "")
      expect(entry).toMatchObject({ action: "payout_leg.acknowledged", actor_id: "user_1" })
      await show({ status: "destination_rejected" }, at(-5))
      expect(await kinds()).toEqual([])
      await show({ status: "failed" }, at(0))
      expect(await kinds()).toEqual([["leg_failed", "payout_leg", "failed"]])
    })

    test("is acknowledged by one of many, and one that did not fail by nobody", async () => {
      await sale()
      const failed = await show({ status: "failed" })
      const ends = await Promise.allSettled([1, 2, 3].map(() => acknowledge(failed?.id ?? "")))
      expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
      const waiting = await show({ id: "wd_2", status: "gas_blocked" })
      await expect(acknowledge(waiting?.id ?? "", "gas_blocked")).rejects.toThrow(
        "There is nothing to review."
      )
      await expect(acknowledge("ocleg_none")).rejects.toThrow("There is no share ocleg_none.")
    })

    test("is acknowledged by an allowed user, with the status that was read, and shows who wrote what", async () => {
      await sale()
      const row = await show({ status: "failed" })
      const id = row?.id ?? ""
      await expect(acknowledge(id, "failed", "user_2")).rejects.toMatchObject({
        code: "payouts_not_allowed",
      })
      await expect(acknowledge(id, "destination_rejected")).rejects.toMatchObject({
        ...{ type: "conflict", message: "It has just changed. Reload it." },
      })
      expect(await service.payouts.legs.acknowledgements(await legs())).toEqual(new Map())
      await acknowledge(id)
      expect([...(await service.payouts.legs.acknowledgements(await legs())).values()]).toEqual([
        expect.objectContaining({ id, actorId: "user_1", note: "paid by bank", at: expect.any(Date) }),
      ])
    })

    test("that waits for gas needs attention until it goes on by itself", async () => {
      await sale()
      await show({ status: "gas_blocked" }, at(-10))
      expect(await kinds()).toEqual([["leg_blocked", "payout_leg", "gas_blocked"]])
      await show({ status: "processing" }, at(0))
      expect(await kinds()).toEqual([])
    })
  })

  describe("without a webhook", () => {
    const calls: string[] = []
    const PATHS = { both: {}, none: { getWithdrawal: null, listWithdrawals: null } } as const
    /** A service that shows these withdrawals and transactions. */
    const follow = async (
      shown: readonly Withdrawal[],
      { paths = PATHS.both as object, transactions = [] as ReturnType<typeof transaction>[] } = {}
    ) => {
      calls.length = 0
      const assumptions = parseAssumptions({ paths })
      const gateway: Partial<GatewayClient> = {
        hasWithdrawalReads: assumptions.paths.getWithdrawal !== null,
        listWithdrawals: () => listing(shown, () => calls.push("list")),
        listTransactions: () => listing(transactions, () => calls.push("transactions")),
        getWithdrawal: async (id) => {
          calls.push(id)
          const found = shown.find((one) => one.id === id)
          if (!found) throw failedCall("getWithdrawal", { code: "NOT_FOUND", status: 404 })
          return Promise.resolve(found)
        },
      }
      const options = { ...service.options, assumptions }
      const own = Object.create(service, {
        gateway: { value: gateway },
        options: { value: options },
        finance: {
          value: Object.assign(Object.create(service.finance), { limiter: { take: () => undefined } }),
        },
      })
      await knex("onchain_status").delete()
      await followLegs(containerOf(own))
    }

    test("the list of withdrawals shows the legs of a settled split, and is read no more then", async () => {
      const { attempt_id } = await sale()
      await plan(attempt_id, [
        ["ada", 6_000, OTHER],
        ["bob", 4_000],
      ])
      await follow([leg(), leg({ id: "wd_2", destinationAddress: OTHER, status: "destination_rejected" })])
      expect(await states()).toEqual(["ada wd_2 destination_rejected", "bob wd_1 queued"])
      await follow([])
      expect(calls).toEqual([])
    })

    test("nothing is read for an invoice that is not settled, and for one without a split", async () => {
      const { attempt_id } = await sale({ state: "awaiting", gateway_status: "pending", captured_at: null })
      await plan(attempt_id, [["ada", 10_000]])
      await sale({ id: "ocpay_2" })
      await follow([leg()])
      expect(calls).toEqual([])
    })

    test("nothing is read for a tolerated underpayment: it is not split", async () => {
      const { attempt_id } = await sale({ received_amount: "12.4", expected_amount: "12.5" })
      await plan(attempt_id, [["ada", 10_000]])
      await sale({ id: "ocpay_2", payout_route_id: "route_1", received_amount: "12.4" })
      await follow([leg()])
      expect(calls).toEqual([])
      const phases = async (phase: "planned" | "not_split") =>
        (await service.payouts.legs.list.read({ filter: { phase }, direction: "desc", limit: 10, offset: 0 }))
          .count
      expect([await phases("planned"), await phases("not_split")]).toEqual([0, 1])
      await knex("onchain_attempt").update({ received_amount: "12.5" })
      expect([await phases("planned"), await phases("not_split")]).toEqual([1, 0])
    })

    test("a leg under way is polled until it is over, less often the longer it takes", async () => {
      await sale()
      await show({ status: "gas_blocked" }, at(-60))
      await follow([leg({ status: "gas_blocked" })])
      expect(calls).toEqual([])
      const age = (seconds: number) =>
        knex.raw(
          "UPDATE onchain_payout_leg SET status_at = now() - ? * interval '1 second', updated_at = now() - interval '11 seconds'",
          [seconds]
        )
      await age(12)
      await follow([leg({ status: "gas_blocked" })])
      expect(calls).toEqual(["wd_1"])
      await age(120)
      await follow([leg({ status: "gas_blocked" })])
      expect(calls).toEqual([])
      await knex.raw("UPDATE onchain_payout_leg SET updated_at = now() - interval '1 hour'")
      await follow([leg({ status: "completed", txHash: "0xAbC" })])
      expect((await legs())[0]).toMatchObject({ gateway_status: "completed", tx_hash: "0xAbC" })
      await knex.raw("UPDATE onchain_payout_leg SET updated_at = now() - interval '1 hour'")
      await follow([])
      expect(calls).toEqual([])
    })

    test("a service with neither list nor call shows them by the transactions of their invoice", async () => {
      const { attempt_id } = await sale()
      await plan(attempt_id, [
        ["ada", 7_000, OTHER],
        ["bob", 3_000],
      ])
      const out = { type: "payout", direction: "out", createdAt: new Date().toISOString() } as const
      const transactions = [
        transaction({ ...out, id: "txn_a", amount: "3.7", txHash: "0x1", toAddress: EVM_ADDRESS }),
        transaction({ ...out, id: "txn_b", amount: "8.6", txHash: "0x2", toAddress: OTHER }),
      ]
      for (let run = 0; run < 2; run++) await follow([], { paths: PATHS.none, transactions })
      const found = (await legs()).map((row) => [row.label, row.gateway_status, row.amount, row.tx_hash])
      expect(found).toEqual([
        ["ada", "completed", "8.6", "0x2"],
        ["bob", "completed", "3.7", "0x1"],
      ])
    })

    test("a payout of the dashboard is looked up once and is no leg", async () => {
      const { attempt_id } = await sale()
      await plan(attempt_id, [["ada", 10_000]])
      const listed = transaction({
        ...{ type: "payout", direction: "out", reference: "wd_dashboard" },
        createdAt: new Date().toISOString(),
      })
      await service.finance.transactions.record([listed])
      const dashboard = reported({ id: "wd_dashboard" })
      for (let run = 0; run < 2; run++) {
        await follow([dashboard], { paths: { listWithdrawals: null } })
        expect(calls).toEqual(run === 0 ? ["wd_dashboard"] : [])
      }
      expect(await states()).toEqual(["ada null null"])
    })
  })
})
