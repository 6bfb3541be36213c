import { answerDeposits, failList } from "../fixtures/answers"
import { links, stages, statuses } from "../fixtures/deposits"
import { violations } from "../support/accessibility"
import { expectGoodLook } from "../support/appearance"
import type { BrowserStory } from "../support/browser-suite"
import { NARROW, overflow } from "../support/overflow"
import { sendUnasked, signUp } from "../support/review"

const all = [statuses, stages, links].flatMap((deposits) => Object.values(deposits))

/** Appearance and text of the dashboard, in states that may be hard to reach. */
export function appearanceStories(story: BrowserStory): void {
  it("has no axe violations in light and dark mode, and fits a narrow window", async () => {
    const { operator } = story
    const { page } = operator
    await answerDeposits(page, all)
    await operator.openQueue()
    await operator.row("120 USDC").waitFor()
    await expectGoodLook(page, "main")
    for (const index of all.keys()) {
      await operator.openRow(index)
      await expectGoodLook(page, "[role=dialog]")
      await operator.closeDrawer()
    }
    for (const action of ["Accept", "Refund"]) {
      await operator.openDeposit("dep_amount")
      await operator.drawer.getByRole("button", { name: action, exact: true }).click()
      await operator.confirmation.waitFor()
      await expectGoodLook(page, "[role=alertdialog]")
    }
    await operator.open("/orders")
    await page.getByText("deposits wait for a decision").waitFor()
    await expectGoodLook(page, "main [role=status]")
    await operator.open("/settings/onchain")
    await page.getByText("Conformance probe").waitFor()
    await expectGoodLook(page, "main")
    await operator.open("/settings/onchain/health")
    await page.getByText("Webhooks accepted").waitFor()
    await expectGoodLook(page, "main")
  })

  it("opens each drawer of the queue in a narrow window", async () => {
    const { operator } = story
    const { page } = operator
    await page.setViewportSize(NARROW)
    await answerDeposits(page, all)
    await operator.openQueue()
    await operator.row("120 USDC").waitFor()
    for (const [index, { id }] of all.entries()) {
      await operator.openRow(index)
      expect({ id, overflow: await overflow(page) }).toEqual({ id, overflow: 0 })
      await operator.closeDrawer()
    }
  })

  it("shows empty states for the queue and for a filter, and an error when the list could not be loaded", async () => {
    const { operator } = story
    const { page } = operator
    await answerDeposits(page, [])
    await operator.openQueue()
    await page.getByText("Nothing needs a decision").waitFor()
    await page.getByRole("searchbox", { name: "Search" }).fill("0xnothing")
    await page.getByText("No deposit matches").waitFor()
    expect(page.url()).toContain("q=0xnothing")
    await failList(page, "deposits")
    await operator.openQueue()
    await page.getByText("The deposits could not be loaded.").waitFor({ timeout: 20_000 })
    await answerDeposits(page, all)
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
    await operator.status("Needs a decision")
    expect(page.url()).toContain(id)

    const answered = page.waitForResponse(/\/admin\/onchain\/customers\//)
    await operator.open(`/customers/${stranger.account?.customerId}`)
    expect((await answered).status()).toBe(200)
    await page.getByRole("heading", { name: "customer-" }).first().waitFor()
    expect(await widget.count()).toBe(0)
  })
}
