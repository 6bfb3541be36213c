import { readFile } from "node:fs/promises"
import type { Page } from "playwright-core"
import { eventually } from "../../http/support/eventually"
import { everything } from "../fixtures"
import { answer } from "../fixtures/answers"
import { billing, report, transactions } from "../fixtures/books"
import type { BrowserStory } from "../support/browser-suite"
import { sell } from "../support/treasury"

/** What an operator reads about balances, transactions, reports and the plan. */
export function bookStories(story: BrowserStory): void {
  it("shows the balances, reads the transactions, and creates and downloads a report", async () => {
    const { shop, operator } = story
    const { page, drawer } = operator
    await sell(shop)
    await operator.openBalances()
    await page.getByRole("cell", { name: "USDC Base" }).waitFor()
    await operator.openTransactions()
    await page.getByRole("button", { name: "Refresh" }).click()
    await page.getByRole("cell", { name: "In", exact: true }).first().waitFor()
    await operator.openReports()
    // The days that are there already include today.
    const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    const [first, today] = [dayBefore(6), dayBefore(0)]
    await page.getByRole("button", { name: "Create report" }).click()
    await operator.status("Ready")
    const downloaded = page.waitForEvent("download")
    await drawer.getByRole("button", { name: "Days as CSV" }).click()
    const file = await downloaded
    expect(file.suggestedFilename()).toBe(`onchain-lines-${first}-${today}.csv`)
    expect(await readFile(await file.path(), "utf8")).toContain("Captured tokens")
  })

  it("filters transactions by day, and shows which ones are beyond paging", async () => {
    const { operator } = story
    const { page } = operator
    await answer(page, { transactions }, { count: 1_000, is_count_exact: false })
    const asked: string[] = []
    page.on("request", (request) => {
      if (request.url().includes("/admin/onchain/transactions?")) asked.push(request.url())
    })
    await operator.openTransactions()
    await page.getByText("are listed", { exact: false }).waitFor()
    const days = page.getByRole("group", { name: "Days (UTC)" })
    await enterDay(page, "From", "2026-11-15")
    await eventually(async () => expect(asked.at(-1)).toContain("from=2026-11-15"))
    await enterDay(page, "To", "2026-11-14")
    await days.getByRole("alert").filter({ hasText: "“From” must be before “To”." }).waitFor()
    expect(asked.at(-1)).not.toContain("to=")
    await enterDay(page, "To", "2026-11-16")
    await eventually(async () => expect(asked.at(-1)).toMatch(/from=2026-11-15&to=2026-11-16/))
    expect(await days.getByRole("alert").count()).toBe(0)
    await page.reload()
    await eventually(async () => expect(asked.at(-1)).toMatch(/from=2026-11-15&to=2026-11-16/))
    await page.getByRole("button", { name: "Clear all" }).click()
    await eventually(async () => expect(asked.at(-1)).not.toContain("from="))
  })

  it("explains an unknown direction, an unknown amount and a failed read, and puts the most urgent warnings first", async () => {
    const { operator } = story
    const { page, drawer } = operator
    const looked_at = new Date().toISOString()
    const last_error = "The provider did not answer (TIMEOUT)."
    await answer(page, everything)
    await answer(
      page,
      { transactions },
      { sync: { finished_at: null, looked_at, is_running: false, last_error } }
    )
    await operator.openReport(report.id)
    await drawer.getByText("Payout unknown to this store").waitFor()
    await operator.leave()
    await operator.following().openTransactions()
    await page.getByRole("row").filter({ hasText: "Unknown" }).first().waitFor()
    await page.getByText("The last read failed", { exact: false }).waitFor()

    await operator.following().openBilling()
    await page.getByRole("heading", { name: "Needs attention" }).waitFor()
    const lines = page.getByRole("region", { name: "Needs attention" }).getByRole("listitem")
    await eventually(async () => expect(await lines.count()).toBe(billing.warnings.length))
    expect(await lines.first().innerText()).toContain("Now")
    expect(await lines.last().innerText()).toContain("Soon")
  })
}

/** Types a day into the picker, month first. @param day `YYYY-MM-DD` */
async function enterDay(page: Page, name: "From" | "To", day: string): Promise<void> {
  const [year, month, date] = day.split("-")
  const days = page.getByRole("group", { name: "Days (UTC)" })
  await days.getByRole("group", { name }).getByRole("spinbutton").first().click()
  await page.keyboard.type(`${month}${date}${year}`)
}
