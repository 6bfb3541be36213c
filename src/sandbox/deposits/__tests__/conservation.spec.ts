import fc from "fast-check"
import { formatAmount } from "../../../gateway/amount"
import { describeAsset } from "../../ledger/ledger-rows"
import { BALANCE_ACCOUNTS } from "../../ledger/ledger-operations"
import { ACCOUNTS } from "../../ledger/ledger"
import type { World } from "../../world"
import { booksOf } from "./books"
import { openBusyShop } from "./busy-shop"
import { histories } from "./random-history"

/** Outcomes the random histories must reach to prove anything. */
const STORIES = [
  ...["payment_received", "deposit_observed", "settled", "invoice_fee", "swept"],
  ...["deposit_ignored", "deposit_unrecorded", "refund_started", "refund_failed", "refunded"],
  ...["wrong_asset", "invoice_not_payable", "invoice_expired", "invoice_cancelled", "invoice_failed"],
  ...["matched", "unassigned_no_intent", "review_required_non_positive_net"],
  ...["review_required_amount_mismatch", "review_required_asset_mismatch"],
  ...["review_required_unsupported_asset", "deposit.assigned", "deposit.accepted"],
]

/** What the ledger holds, with money being swept counted as in the treasury. */
function ledgerOf({ ledger }: World, key: string) {
  const held = (account: (typeof ACCOUNTS)[number]) => ledger.balance(key, account)
  return {
    ...{ outside: held("outside"), awaiting: held("awaiting"), review: held("review") },
    ...{ reserved: held("reserved"), recovery: held("recovery"), unrecorded: held("unrecorded") },
    ...{ fees: held("fees"), treasury: held("treasury") + held("sweeping") + held("routing") },
  }
}

function checkBooks(world: World): void {
  for (const key of world.ledger.assets()) {
    const total = ACCOUNTS.reduce((sum, account) => sum + world.ledger.balance(key, account), 0n)
    expect({ key, total }).toEqual({ key, total: 0n })
    expect({ key, ...ledgerOf(world, key) }).toEqual({ key, ...booksOf(world, key) })
  }
}

describe("money", () => {
  it("matches the payments, invoices and deposits, after every step of any history", async () => {
    const seen = new Set<string | undefined>()
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const shop = await openBusyShop()
        for (const what of history) {
          await shop.tryToHappen(what)
          checkBooks(shop.world())
        }
        await shop.settleDown()
        checkBooks(shop.world())
        for (const { reason } of shop.world().ledger.entries()) seen.add(reason)
        for (const invoice of shop.world().invoices.all()) seen.add(invoice.autoDepositAssignmentStatus)
        for (const event of shop.events()) seen.add(event)
      }),
      { numRuns: 80, seed: 20260101 }
    )
    expect(STORIES.filter((story) => !seen.has(story))).toEqual([])
  })

  it("shows the same in the balances and in the ledger", async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const shop = await openBusyShop()
        for (const what of history) await shop.tryToHappen(what)
        await shop.settleDown()
        const world = shop.world()
        const { data } = (await shop.get(`${shop.root}/balances?limit=100`)).body
        const shown = (data as { amounts: Record<string, string> }[]).map(({ amounts }) => amounts)
        const expected = world.ledger.assets().map((key) => {
          const books = booksOf(world, key)
          const figure = (accounts: readonly string[]) => {
            const amounts = accounts.map((account) => books[account as keyof typeof books] ?? 0n)
            return formatAmount(
              amounts.reduce((left, right) => left + right, 0n),
              describeAsset(world, key).decimals
            )
          }
          const { total, totalHeld, requiresRecovery } = BALANCE_ACCOUNTS
          return {
            ...{ total: figure(total), totalHeld: figure(totalHeld) },
            requiresRecovery: figure(requiresRecovery),
          }
        })
        expect(shown).toEqual(expected)
      }),
      { numRuns: 20, seed: 20260102 }
    )
  })
})
