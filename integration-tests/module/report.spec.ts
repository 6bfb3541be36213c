import { formatAmount, parseAmount } from "../../src/gateway/amount"
import { dayOf } from "../../src/domain/finance/report-day"
import { collect } from "../../src/gateway"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { LedgerRow } from "../../src/sandbox"
import type { ReportLine } from "../../src/modules/onchain/finance/report-store"
import { requestReport, differencesOf, listing, openAccounting } from "./books"
import { openBusiness } from "./business-day"
import { describeOnchainModule } from "./onchain-module"
import { randomDay } from "./random-day"

jest.setTimeout(300_000)

const FIRST = "2026-01-02"
const SECOND = "2026-01-03"
const SEED = Number(process.env.REPORT_SEED ?? Math.floor(Math.random() * 1_000_000))
const HAPPENINGS = 1_000
/** Enough for every asset of the day, and for its money. */
const DECIMALS = 8

const units = (text: string) =>
  text.startsWith("-") ? -parseAmount(text.slice(1), DECIMALS) : parseAmount(text, DECIMALS)
const total = (texts: readonly string[]) => texts.reduce((sum, text) => sum + units(text), 0n)
const shown = (baseUnits: bigint) =>
  baseUnits < 0n ? `-${formatAmount(-baseUnits, DECIMALS)}` : formatAmount(baseUnits, DECIMALS)

type Business = Awaited<ReturnType<typeof openBusiness>>

describeOnchainModule(({ service, knex }) => {
  test(`a report about ${HAPPENINGS} random operations around a midnight equals the service's own ledger (REPORT_SEED=${SEED})`, async () => {
    const business = await openBusiness(service, knex, `${FIRST}T23:15:00.000Z`)
    try {
      for (const what of randomDay(SEED, HAPPENINGS)) await business.happen(what)
      await business.withdrawWithoutGas()
      expect(dayOf(new Date(business.sandbox.now()))).toBe(SECOND)
      await business.tellTheEnd()

      const whole = await makeReport(knex, business, FIRST, SECOND)
      const { lines } = whole
      expect(new Set(lines.map(({ day }) => day))).toEqual(new Set([FIRST, SECOND]))
      const rows = business.sandbox.ledger()
      expect(rows).toHaveLength(3)
      for (const row of rows) {
        const own = lines.filter(
          ({ network_id, token }) => network_id === row.networkId && token === row.token
        )
        await compareWithLedger(business, row, own)
        compareWithBooks(business, row, own)
      }
      expect(whole.differences).toEqual([...business.planted].sort())
      expect(whole.count).toBe(business.planted.length)

      const days = [
        await makeReport(knex, business, FIRST, FIRST),
        await makeReport(knex, business, SECOND, SECOND),
      ]
      expect(days.flatMap((one) => one.lines)).toEqual(lines)
      expect(days.flatMap(({ differences }) => differences).sort()).toEqual(whole.differences)

      const payouts = await knex("onchain_withdrawal").select("kind", "state", "gateway_status", "net_amount")
      const countOf = (facts: object) =>
        payouts.filter((one) => Object.entries(facts).every(([name, value]) => one[name] === value)).length
      expect(countOf({ state: "completed" })).toBeGreaterThan(20)
      expect(countOf({ state: "completed", net_amount: null })).toBeGreaterThan(5)
      expect(countOf({ state: "completed", kind: "refund" })).toBeGreaterThan(5)
      expect(countOf({ state: "sent", gateway_status: "gas_blocked" })).toBeGreaterThan(0)
      expect(business.planted.length).toBeGreaterThan(100)
    } finally {
      await business.sandbox.close()
    }
  })
})

async function makeReport(knex: Knex, { gateway, captures }: Business, from: string, to: string) {
  const { store, reader, runner } = openAccounting(knex, gateway)
  const id = await requestReport(store, { from, to })
  await runner.run(listing(captures.facts))
  const report = await store.find(id)
  expect(report).toMatchObject({ state: "done", last_error: null })
  const differences = (await differencesOf(reader, id)).sort()
  return { lines: await reader.lines(id), differences, count: report?.difference_count }
}

/** What the service holds, kept as fees and paid out. */
async function compareWithLedger(
  business: Business,
  row: LedgerRow,
  own: readonly ReportLine[]
): Promise<void> {
  const { networkId, token, accounts } = row
  const forgotten = await forgottenOf(business, networkId, token)
  const receipts = total(own.map(({ received }) => received)) + forgotten.receipts
  const fees = total(own.map((line) => line.fees)) + forgotten.fees
  const payouts = total(own.map(({ paid_out }) => paid_out)) + forgotten.payouts
  const { treasury, sweeping, routing, reserved } = accounts
  const pendingRefunds = total(amountsOfDeposits(business, row, "refund_pending"))
  const held = total([treasury, sweeping, routing, reserved]) - pendingRefunds
  expect({ networkId, held: shown(receipts - fees - payouts) }).toEqual({ networkId, held: shown(held) })
  expect(shown(fees)).toBe(shown(units(accounts.fees)))
  const arrived = business.sandbox
    .withdrawals()
    .filter((one) => one.networkId === networkId && one.token === token && one.status === "completed")
  expect(shown(payouts)).toBe(shown(total(arrived.map(({ netAmount }) => netAmount ?? "0"))))
  const refunds = amountsOfDeposits(business, row, "refunded")
  expect(own.reduce((sum, line) => sum + line.refunds, 0)).toBe(refunds.length)
  expect(shown(total(own.map(({ refunded }) => refunded)))).toBe(shown(total(refunds)))
}

/** What Medusa captured, and what the service settled. */
function compareWithBooks({ captures, sandbox }: Business, row: LedgerRow, own: readonly ReportLine[]): void {
  const { networkId, token } = row
  const expected = captures.of(networkId)
  const fiat = own.flatMap((line) => line.fiat)
  expect(new Set(fiat.map(({ currency_code }) => currency_code))).toEqual(new Set(["eur"]))
  expect({
    networkId,
    count: own.reduce((sum, line) => sum + line.captures, 0),
    tokens: shown(total(own.map(({ captured }) => captured))),
    money: shown(total(fiat.map(({ amount }) => amount))),
  }).toEqual({ networkId, ...expected })
  const settled = sandbox
    .invoices()
    .filter((one) => one.networkId === networkId && one.token === token)
    .filter(({ status }) => status === "paid" || status === "overpaid")
    .filter(({ autoDepositAssignmentStatus: status }) => status === undefined || status === "matched")
  expect(own.reduce((sum, line) => sum + line.invoices, 0)).toBe(settled.length)
  const amounts = settled.map(({ receivedAmount, amount }) => receivedAmount ?? amount)
  expect(shown(total(own.map(({ invoiced }) => invoiced)))).toBe(shown(total(amounts)))
}

function amountsOfDeposits({ sandbox }: Business, { networkId, token }: LedgerRow, status: string): string[] {
  return sandbox
    .deposits()
    .filter((one) => one.networkId === networkId && one.asset.token === token)
    .filter(({ resolutionStatus }) => resolutionStatus === status)
    .map(({ amount }) => amount.display ?? "0")
}

/** What the service executed and did not list: the report cannot have it, and the ledger does. */
async function forgottenOf({ gateway, all, hidden }: Business, networkId: string, token: string) {
  const reported = new Set((await collect(gateway.listTransactions())).map(({ id }) => id))
  const missing = (await collect(all())).filter(
    (one) => !reported.has(one.id) && one.networkId === networkId && one.token === token
  )
  for (const { reference } of missing) expect(hidden.has(reference ?? "")).toBe(true)
  const sumOf = (type: string) =>
    total(missing.filter((one) => one.type === type).map(({ amount }) => amount ?? "0"))
  return { receipts: sumOf("receipt"), fees: sumOf("fee"), payouts: sumOf("payout") }
}
