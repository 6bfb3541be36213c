import type { BrowserStory } from "../support/browser-suite"
import { placeUnpaid } from "../support/unallocated"

/** Long enough for a page's slowest poll and the webhook's redelivery. */
const BACK_MS = 90_000

/** The payment page during a restart of a real store. */
export function checkoutRestartStories(story: BrowserStory): void {
  it("keeps amount and address, says it is offline, and shows a payment made meanwhile without a reload", async () => {
    const { shop, operator } = story
    const { page } = operator
    const { sessionId, invoiceId } = await placeUnpaid(shop)
    const { deposit_address } = await shop.shopper.payment(sessionId)
    await page.goto(shop.origin + shop.shopper.pagePath(sessionId))
    await page.locator("onchain-checkout .live").waitFor()
    await page.evaluate("window.isSamePage = true")
    const offline = page.getByText("You are offline.", { exact: false })
    const whileStopped = async () => {
      await shop.sandbox.payInFull(invoiceId)
      await offline.first().waitFor()
      expect(await page.getByRole("heading", { name: /Send .+ on Base/ }).isVisible()).toBe(true)
      expect(await page.locator("dd code").first().innerText()).toBe(deposit_address)
    }
    await shop.restart({ hasPayoutKey: true, whileStopped })
    // The service redelivers the missed webhook.
    await shop.sandbox.advance(60 * 60_000)
    await shop.sandbox.flush()
    await page.getByRole("heading", { name: "Paid" }).waitFor({ timeout: BACK_MS })
    expect(await offline.count()).toBe(0)
    expect(await page.evaluate("window.isSamePage")).toBe(true)
    // The browser logs connection errors.
    story.complaints.splice(0)
  })
}
