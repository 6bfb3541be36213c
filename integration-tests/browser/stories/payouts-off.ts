import type { BrowserStory } from "../support/browser-suite"

/** What an operator reads in a store that has no payout key. */
export function offStories(story: BrowserStory): void {
  it("says on each page that payouts are off and why, and offers nothing that moves money", async () => {
    const { shop, operator } = story
    const { page } = operator
    await shop.restart({ hasPayoutKey: false })
    // Whoever was signed in is not after a start.
    await page.context().clearCookies()
    await operator.logIn()
    const pages = [
      { open: operator.openWithdrawals, button: "New withdrawal" },
      { open: operator.openRefunds, button: "Ask for a quote" },
      { open: operator.openDestinations, button: "Add a destination" },
    ]
    for (const { open, button } of pages) {
      await open()
      const notice = page.getByRole("status").filter({ hasText: "Payouts are off" })
      await notice.getByText("payoutApiKey is not set", { exact: false }).waitFor()
      expect(await page.getByRole("button", { name: button }).count()).toBe(0)
    }
    await operator.openNewWithdrawal()
    await operator.drawer.getByText("payoutApiKey is not set", { exact: false }).waitFor()
    expect(await operator.drawer.getByRole("button", { name: "Ask for a quote" }).count()).toBe(0)
  })
}
