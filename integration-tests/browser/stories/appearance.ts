import { answerDeposits, answerPayments, answerSetup, failList } from "../fixtures/answers"
import { links, stages, statuses } from "../fixtures/deposits"
import { attention, overview } from "../fixtures/overview"
import { paymentDetails } from "../fixtures/payment-details"
import { unfinishedSetup } from "../fixtures/setup"
import { violations } from "../support/accessibility"
import { expectGoodLook } from "../support/appearance"
import type { BrowserStory } from "../support/browser-suite"
import { sendUnasked, signUp } from "../support/review"

/** Each part of the drawer is in one of them. */
const parts = [
  statuses.unassigned_no_intent,
  statuses.review_required_amount_mismatch,
  statuses.review_required_ambiguous,
  statuses.review_required_sanctions_check,
  ...Object.values(stages),
  ...Object.values(links),
]

/** Appearance and text of the dashboard, in states that may be hard to reach. */
export function appearanceStories(story: BrowserStory): void {
  const look = (selector: string) => expectGoodLook(story.operator.page, selector)

  it("has no axe violations in the queue of deposits, in light and dark mode, and fits a narrow window", async () => {
    const { operator } = story
    const { page } = operator
    await answerDeposits(page, parts)
    await operator.openQueue()
    await operator.row("120 USDC").waitFor()
    await look("main")
    for (const index of parts.keys()) {
      await operator.openRow(index)
      await look("[role=dialog]")
      await operator.closeDrawer()
    }
    await operator.openDeposit(statuses.review_required_amount_mismatch.id)
    await operator.askInMenu("Refund")
    await look("[role=alertdialog]")
  })

  it("has no axe violations on overview, payments and setup, and fits a narrow window", async () => {
    const { operator } = story
    const { page } = operator
    const { hostile: _, ...details } = paymentDetails
    await page.route("**/admin/onchain/overview", (route) => route.fulfill({ json: overview }))
    await page.route("**/admin/onchain/attention", (route) => route.fulfill({ json: attention }))
    await answerPayments(page, Object.values(details))
    await operator.open("/onchain")
    await page.getByRole("heading", { name: "Available balances" }).waitFor()
    await look("main")
    await operator.open("/orders")
    await page.getByText("crypto payments need you").waitFor()
    await look("main [role=status]")
    await operator.openPayments()
    await operator.row("Partially paid").first().waitFor()
    await look("main")
    for (const { id } of [details.part, details.blocked, details.contradicted, details.onHold]) {
      await operator.openPayment(id)
      await look("main")
    }
    await operator.open("/settings/onchain")
    await page.getByText("Conformance probe").waitFor()
    await look("main")
    await answerSetup(page, unfinishedSetup)
    await operator.open("/settings/onchain")
    await page.getByText("3 steps left").waitFor()
    for (const summary of await page.locator("summary").all()) await summary.click()
    await look("main")
  })

  it("shows empty states for the queue and for a filter, and an error when the list could not be loaded", async () => {
    const { operator } = story
    const { page } = operator
    await answerDeposits(page, [])
    await operator.openQueue()
    await page.getByText("Nothing needs review").waitFor()
    await page.getByRole("searchbox", { name: "Search" }).fill("0xnothing")
    await page.getByText("No deposit matches").waitFor()
    expect(page.url()).toContain("q=0xnothing")
    await failList(page, "deposits")
    await operator.openQueue()
    await page.getByText("The deposits could not be loaded.").waitFor({ timeout: 20_000 })
    await answerDeposits(page, parts)
    await page.getByRole("button", { name: "Try again" }).click()
    await operator.row("120 USDC").waitFor()
    // The browser's own message about the failed calls.
    expect(new Set(story.complaints.splice(0).map((line) => line.includes("500")))).toEqual(new Set([true]))
  })

  it("shows a customer's addresses and deposits, and nothing for a customer without any", async () => {
    const { shop, operator } = story
    const { page } = operator
    const [customer, stranger] = [await signUp(shop), await signUp(shop)]
    const id = await sendUnasked(shop, customer, "15")
    await operator.open(`/customers/${customer.account?.customerId}`)
    const widget = page.getByRole("heading", { name: "Crypto payments" })
    await widget.waitFor()
    await page.getByRole("button", { name: "Copy Base address" }).waitFor()
    expect(await violations(page, "main [role=region]")).toEqual([])
    await page.getByRole("link", { name: "15 USDC" }).click()
    await operator.status("Needs review")
    expect(page.url()).toContain(id)

    const answered = page.waitForResponse(/\/admin\/onchain\/customers\//)
    await operator.open(`/customers/${stranger.account?.customerId}`)
    expect((await answered).status()).toBe(200)
    await page.getByRole("heading", { name: "customer-" }).first().waitFor()
    expect(await widget.count()).toBe(0)
  })
}
