import { formatAmount, parseAmount } from "../../src/gateway/amount"
import { dayOf } from "../../src/domain/report-day"
import { collect } from "../../src/gateway"
import { askFor, differencesOf, listing, openBooks } from "./books"
import { openBusinessDay } from "./business-day"
import { describeOnchainModule } from "./onchain-module"
import { randomDay } from "./random-day"

jest.setTimeout(300_000)

const DAY = "2026-01-02"
const SEED = Number(process.env.REPORT_SEED ?? Math.floor(Math.random() * 1_000_000))
const HAPPENINGS = 1_000
/** Enough for every asset of the day. */
const DECIMALS = 7

const units = (text: string) =>
  text.startsWith("-") ? -parseAmount(text.slice(1), DECIMALS) : parseAmount(text, DECIMALS)
const total = (texts: readonly string[]) => texts.reduce((sum, text) => sum + units(text), 0n)

describeOnchainModule(({ service, knex }) => {
  test(`a report about a random day of ${HAPPENINGS} operations equals the service's own ledger (REPORT_SEED=${SEED})`, async () => {
    const business = await openBusinessDay(service, knex, DAY)
    try {
      for (const what of randomDay(SEED, HAPPENINGS)) await business.happen(what)
      expect(dayOf(new Date(business.sandbox.now()))).toBe(DAY)
      await business.tellTheEnd()

      const { store, reader, runner } = openBooks(knex, business.gateway)
      const id = await askFor(store, { from: DAY, to: DAY })
      await runner.run(listing(business.captures))
      const report = await store.find(id)
      expect(report).toMatchObject({ state: "done", last_error: null })

      const lines = await reader.lines(id)
      const rows = business.sandbox.ledger()
      expect(rows).toHaveLength(3)
      for (const { networkId, token, accounts } of rows) {
        const own = lines.filter((line) => line.network_id === networkId && line.token === token)
        const forgotten = await forgottenOf(business, networkId, token)
        const receipts = total(own.map(({ received }) => received)) + forgotten.receipts
        const fees = total(own.map((line) => line.fees)) + forgotten.fees
        const payouts = total(own.map(({ paid_out }) => paid_out)) + forgotten.payouts
        const pendingRefunds = total(
          business.sandbox
            .deposits()
            .filter((one) => one.networkId === networkId && one.asset.token === token)
            .filter(({ resolutionStatus }) => resolutionStatus === "refund_pending")
            .map(({ amount }) => amount.display ?? "0")
        )
        const { treasury, sweeping, routing, reserved } = accounts
        const held = total([treasury, sweeping, routing, reserved]) - pendingRefunds
        expect({ networkId, held: shown(receipts - fees - payouts) }).toEqual({
          networkId,
          held: shown(held),
        })
        expect(shown(fees)).toBe(shown(units(accounts.fees)))
        const arrived = business.sandbox
          .withdrawals()
          .filter((one) => one.networkId === networkId && one.token === token)
          .filter(({ status }) => status === "completed")
        expect(shown(payouts)).toBe(shown(total(arrived.map(({ netAmount }) => netAmount ?? "0"))))
      }
      const completed = await knex("onchain_withdrawal")
        .where({ state: "completed" })
        .whereNotNull("net_amount")
        .select("gateway_withdrawal_id")
      const differences = await differencesOf(reader, id)
      expect(differences.sort()).toEqual([...business.planted].sort())
      expect(report?.difference_count).toBe(business.planted.length)
      expect(completed.length).toBeGreaterThan(20)
      expect(business.planted.length).toBeGreaterThan(100)
    } finally {
      await business.sandbox.close()
    }
  })
})

type Business = Awaited<ReturnType<typeof openBusinessDay>>

/** What the service did and did not list: the report cannot have it, and the ledger does. */
async function forgottenOf({ gateway, all, hidden }: Business, networkId: string, token: string) {
  const told = new Set((await collect(gateway.listTransactions())).map(({ id }) => id))
  const missing = (await collect(all())).filter(
    (one) => !told.has(one.id) && one.networkId === networkId && one.token === token
  )
  for (const { reference } of missing) expect(hidden.has(reference ?? "")).toBe(true)
  const sumOf = (type: string) =>
    total(missing.filter((one) => one.type === type).map(({ amount }) => amount ?? "0"))
  return { receipts: sumOf("receipt"), fees: sumOf("fee"), payouts: sumOf("payout") }
}

const shown = (baseUnits: bigint) =>
  baseUnits < 0n ? `-${formatAmount(-baseUnits, DECIMALS)}` : formatAmount(baseUnits, DECIMALS)
