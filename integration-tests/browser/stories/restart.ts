import type { OnchainRefundListResponse } from "../../../src/types/http"
import { Merchant } from "../../http/support/merchant"
import type { BrowserStory } from "../support/browser-suite"
import { COLLEAGUE, type Shop } from "../support/shop"
import { refundInMedusa, sell } from "../support/treasury"
import { placeUnpaid } from "../support/unallocated"

/** Everything that moves money or says where it may go. None of it exists without a payout key. */
const MOVES_MONEY =
  /^(Confirm|Confirm and send|Approve|Approve and send|Request a quote|Request a quote…|Request a new quote|Renew the quote and approve|Approve address|Send for approval|Save address|Archive)$/

/** Long enough for a page's slowest poll and the webhook's redelivery. */
const BACK_MS = 90_000

/** A store that stops, and starts again without its payout key. */
export function restartStories(story: BrowserStory): void {
  it("restarts without its payout key: an open payment page shows what was paid meanwhile, and each page of the dashboard says that payouts are off and offers no action that moves money", async () => {
    const { shop, operator } = story
    const { page, drawer } = operator
    const open = await leaveOpen(shop)
    await operator.openRefund(open.refundId)
    // With the key it exists, so the counts below are not trivially zero.
    await drawer.getByRole("radio", { name: "Enter an address" }).waitFor()
    const { sessionId, invoiceId } = await placeUnpaid(shop)
    const { deposit_address } = await shop.shopper.payment(sessionId)
    const payment = await story.guest()
    await payment.goto(shop.origin + shop.shopper.pagePath(sessionId))
    await payment.locator("onchain-checkout .live").waitFor()
    await payment.evaluate("window.isSamePage = true")
    const offline = payment.getByText("You are offline.", { exact: false })

    // An open page keeps polling while the store is down, and its failed calls are logged.
    await page.goto("about:blank")
    const whileStopped = async () => {
      await shop.sandbox.payInFull(invoiceId)
      await offline.first().waitFor()
      expect(await payment.getByRole("heading", { name: /Send .+ on Base/ }).isVisible()).toBe(true)
      expect(await payment.locator("dd code").first().innerText()).toBe(deposit_address)
    }
    await shop.restart({ hasPayoutKey: false, whileStopped })
    // The service redelivers the missed webhook.
    await shop.sandbox.advance(60 * 60_000)
    await shop.sandbox.flush()
    await payment.getByRole("heading", { name: "Paid" }).waitFor({ timeout: BACK_MS })
    expect(await offline.count()).toBe(0)
    expect(await payment.evaluate("window.isSamePage")).toBe(true)

    // A restart signs everyone out.
    await page.context().clearCookies()
    await operator.logIn()
    const pages = [
      { open: operator.openWithdrawals, button: "New withdrawal" },
      { open: operator.openRefunds, button: "Request a quote" },
      { open: operator.openDestinations, button: "Add address" },
    ]
    for (const { open, button } of pages) {
      await open()
      const notice = page.getByRole("status").filter({ hasText: "Payouts are off" })
      await notice.getByText("payoutApiKey is not set", { exact: false }).waitFor()
      expect(await page.getByRole("button", { name: button }).count()).toBe(0)
    }
    await operator.openNewWithdrawal()
    await drawer.getByText("payoutApiKey is not set", { exact: false }).waitFor()
    expect(await drawer.getByRole("button", { name: MOVES_MONEY }).count()).toBe(0)

    await operator.openRefund(open.refundId)
    await operator.status("Due")
    expect(await drawer.getByRole("button", { name: MOVES_MONEY }).count()).toBe(0)
    expect(await drawer.getByRole("radio", { name: "Enter an address" }).count()).toBe(0)
    // An external payment can still be recorded: it sends nothing.
    await operator.chooseFrom(drawer, "Mark as paid elsewhere")
    await operator.confirmation.getByText("Nothing is sent.", { exact: false }).waitFor()
    await operator.openDestination(open.destinationId)
    await operator.status("Needs approval")
    expect(await drawer.getByRole("button", { name: MOVES_MONEY }).count()).toBe(0)
    await operator.openWithdrawal(open.withdrawalId)
    await operator.status("Needs confirmation")
    // Cancelling sends nothing, so it stays possible.
    await drawer.getByRole("button", { name: "Cancel withdrawal" }).waitFor()
    expect(await drawer.getByRole("button", { name: MOVES_MONEY }).count()).toBe(0)
  })
}

type LeftOpen = { refundId: string; destinationId: string; withdrawalId: string }

/** A refund that is due, a quoted withdrawal, and an unapproved destination. */
async function leaveOpen(shop: Shop): Promise<LeftOpen> {
  const { merchant, api } = shop
  const withdrawals = merchant.withdrawals
  const approved = await withdrawals.destination("base-mainnet", { label: "Treasury" })
  await new Merchant(api, COLLEAGUE).post(`/admin/onchain/destinations/${approved}/approve`, {})
  const destinationId = await withdrawals.destination("sol-mainnet", { label: "Not approved yet" })
  const { orderId } = await sell(shop)
  await refundInMedusa(shop, orderId, 4)
  const { refunds } = await merchant.get<OnchainRefundListResponse>("/admin/onchain/refunds?state[]=due")
  const refundId = refunds.find(({ order }) => order?.id === orderId)?.id
  if (!refundId) throw new Error(`no refund of ${orderId} is due`)
  const { id, state } = await withdrawals.request(approved, { amount: "5" })
  if (state !== "quoted") throw new Error(`the withdrawal is ${state}`)
  return { refundId, destinationId, withdrawalId: id }
}
