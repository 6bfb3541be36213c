import type { BrowserStory } from "../support/browser-suite"
import { placeUnpaid } from "../support/unallocated"

/** As long as a page waits between two polls, and the store takes the webhook. */
const BACK_MS = 90_000

/** The payment page of a real store that is restarted while it is open. */
export function checkoutRestartStories(story: BrowserStory): void {
  it("keeps amount and address, says that it is offline, and shows what was paid meanwhile without a reload", async () => {
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
    // The service repeats the webhook that reached nobody.
    await shop.sandbox.advance(60 * 60_000)
    await shop.sandbox.flush()
    await page.getByRole("heading", { name: "Paid" }).waitFor({ timeout: BACK_MS })
    expect(await offline.count()).toBe(0)
    expect(await page.evaluate("window.isSamePage")).toBe(true)
    // The browser's own messages about the connection.
    story.complaints.splice(0)
  })
}
