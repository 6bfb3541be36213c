import * as fc from "fast-check"
import { openBusyBusiness } from "./busy-business"
import { accountsOf, factsOf, shownOf, sum } from "./money-books"
import { histories } from "./money-history"

type Busy = Awaited<ReturnType<typeof openBusyBusiness>>

/** Outcomes the random histories must reach to prove anything. */
const OUTCOMES = [
  ...["payment_received", "deposit_observed", "settled", "invoice_fee", "swept"],
  ...["deposit_ignored", "deposit_unrecorded", "refund_started", "refund_failed", "refunded"],
  ...["wrong_asset", "invoice_not_payable", "invoice_expired", "invoice_cancelled", "invoice_failed"],
  ...["matched", "unassigned_no_intent", "review_required_non_positive_net"],
  ...["review_required_amount_mismatch", "review_required_asset_mismatch"],
  ...["review_required_unsupported_asset", "deposit.assigned", "deposit.accepted"],
]

function expectSoundLedger({ world }: Busy): void {
  for (const key of world.ledger.assets()) {
    const { outside, ...held } = accountsOf(world, key)
    expect(outside + sum(Object.values(held))).toBe(0n)
    expect(Object.values(held).filter((baseUnits) => baseUnits < 0n)).toEqual([])
  }
}

async function allRows({ get, root }: Busy, list: string): Promise<Record<string, unknown>[]> {
  const rows = []
  for (let cursor = ""; ;) {
    const { body } = await get(`${root}/${list}?limit=100${cursor && `&cursor=${cursor}`}`)
    rows.push(...(body["data"] as Record<string, unknown>[]))
    if (typeof body["nextCursor"] !== "string") return rows
    cursor = encodeURIComponent(body["nextCursor"])
  }
}

/** Money is where payments, invoices, deposits and withdrawals say it is, and the API agrees. */
async function expectTrueBooks(business: Busy): Promise<void> {
  const { world } = business
  const rows = {
    balances: await allRows(business, "balances"),
    transactions: await allRows(business, "transactions"),
  }
  expect(rows.balances).toHaveLength(world.ledger.assets().length)
  for (const key of world.ledger.assets()) {
    const accounts = accountsOf(world, key)
    const facts = factsOf(world, key)
    const shown = shownOf(world, key, rows)
    const { treasury, sweeping, routing, reserved, awaiting, recovery, review, unrecorded } = accounts
    expect({ key, outside: accounts.outside, awaiting, recovery, reserved, review, unrecorded }).toEqual({
      ...{ key, outside: facts.paidOut + facts.refunded - facts.cameIn },
      ...{ awaiting: facts.awaiting, recovery: facts.recovery, reserved: facts.reserved + facts.refunding },
      ...{ review: facts.review, unrecorded: facts.unrecorded },
    })
    expect(shown).toEqual({
      total: treasury + sweeping,
      totalHeld: awaiting + sweeping + routing + review + unrecorded,
      requiresRecovery: recovery,
      ...{ receipts: facts.settled, fees: accounts.fees, payouts: facts.paidOut, refunds: facts.refunded },
    })
    const own = treasury + sweeping + routing + reserved - facts.refunding
    expect(shown.receipts - shown.fees - shown.payouts).toBe(own)
    expect(accounts.fees).toBeGreaterThanOrEqual(facts.withdrawalFees)
  }
}

/** Legs add up to the invoice amount less its fee: all of it when the recipients share everything. */
function expectWholePayouts({ world }: Busy): void {
  const { ledger } = world
  for (const { id, payout, status, receivedBaseUnits, amountBaseUnits } of world.invoices.all()) {
    const legs = world.withdrawals.all().filter(({ invoiceId }) => invoiceId === id)
    const isSettled = status === "paid" || status === "overpaid"
    if (!payout || !isSettled || receivedBaseUnits < amountBaseUnits) {
      expect(legs).toEqual([])
      continue
    }
    const fee = sum(
      ledger
        .entries()
        .flatMap((entry) => (entry.reference === id && entry.to === "fees" ? [entry.baseUnits] : []))
    )
    const net = ((receivedBaseUnits - fee) * amountBaseUnits) / receivedBaseUnits
    const bps = payout.recipients.reduce((total, { shareBps }) => total + shareBps, 0)
    const split = sum(legs.map((leg) => leg.amountBaseUnits))
    if (bps === 10_000) expect(split).toBe(net)
    else
      expect([net * BigInt(bps) - split * 10_000n < 10_000n * BigInt(legs.length + 1), split <= net]).toEqual(
        [true, true]
      )
  }
}

describe("money of a business", () => {
  it("is neither created nor lost, and is where the API says, in every history", async () => {
    const seen = new Set<string | undefined>()
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const business = await openBusyBusiness()
        for (const what of history) {
          await business.tryToHappen(what)
          expectSoundLedger(business)
        }
        await expectTrueBooks(business)
        await business.settleDown()
        expectSoundLedger(business)
        await expectTrueBooks(business)
        expectWholePayouts(business)
        for (const key of business.world.ledger.assets()) {
          const { sweeping, routing, reserved } = accountsOf(business.world, key)
          expect({ sweeping, routing, reserved }).toEqual({ sweeping: 0n, routing: 0n, reserved: 0n })
        }
        expect(business.world.withdrawals.open()).toEqual([])
        for (const { reason } of business.world.ledger.entries()) seen.add(reason)
        for (const invoice of business.world.invoices.all()) seen.add(invoice.autoDepositAssignmentStatus)
        for (const event of business.events()) seen.add(event)
      }),
      { numRuns: 80, seed: 20260101 }
    )
    expect(OUTCOMES.filter((outcome) => !seen.has(outcome))).toEqual([])
  }, 60_000)
})
