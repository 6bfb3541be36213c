import { everything } from "../fixtures"
import { answer } from "../fixtures/answers"
import { quote, withdrawals } from "../fixtures/withdrawals"
import type { BrowserStory } from "../support/browser-suite"

/** What an operator reads and does about withdrawals in states that are hard to reach. */
export function withdrawalStories(story: BrowserStory): void {
  it("requests a new quote when one has expired, and shows the previous one", async () => {
    const { operator } = story
    const { page, drawer } = operator
    const { expired, quoted } = withdrawals
    await answer(page, everything)
    await operator.openWithdrawal(expired.id)
    await drawer.getByText("The quote has expired.").first().waitFor()
    expect(await drawer.getByRole("button", { name: "Send for approval" }).count()).toBe(0)
    const fresh = {
      ...quoted,
      id: expired.id,
      quote: { ...quote, id: "quote_2", fee: "0.11", net_amount: "119.89" },
    }
    await page.route("**/admin/onchain/withdrawals/*/quote", async (route) => {
      await answer(page, { withdrawals: [fresh] })
      await route.fulfill({ json: { withdrawal: fresh } })
    })
    await drawer.getByRole("button", { name: "Request a new quote" }).click()
    const change = drawer.getByRole("table")
    await change.getByText("0.11 USDC").waitFor()
    await change.getByText("0.08 USDC").waitFor()
    expect(await operator.ask("Send for approval")).toContain("119.89 USDC")
  })

  it("fills in the most that balance and limits allow, is asked to repeat a request whose answer was lost, and sends the same", async () => {
    const { operator } = story
    const { page, drawer } = operator
    await answer(page, everything)
    const asked: unknown[] = []
    await page.route("**/admin/onchain/withdrawals", (route) => {
      asked.push(route.request().postDataJSON())
      return asked.length === 1
        ? route.abort("connectionreset")
        : route.fulfill({ json: { withdrawal: withdrawals.quoted } })
    })
    await operator.openNewWithdrawal()
    await operator.choose("Destination", "Cold wallet")
    await operator.choose("Token", "USDC")
    await drawer.getByText("Available: 1,204.5 USDC", { exact: false }).waitFor()
    await drawer.getByRole("button", { name: "Max" }).click()
    expect(await drawer.getByLabel("Amount", { exact: true }).inputValue()).toBe("500")
    await drawer.getByText("≈ $499.90 USD", { exact: false }).waitFor()
    await drawer.getByLabel("Amount", { exact: true }).fill("120")
    await drawer.getByRole("button", { name: "Request a quote" }).click()
    await drawer.getByText("Send it again here: it counts once.", { exact: false }).waitFor()
    await drawer.getByRole("button", { name: "Request a quote" }).click()
    await operator.status("Needs confirmation")
    expect(asked).toHaveLength(2)
    expect(asked[1]).toEqual(asked[0])
    // The browser's own message about the lost call.
    expect(story.complaints.splice(0)).toEqual([expect.stringContaining("ERR_CONNECTION_RESET")])
  })

  it("ends an unknown withdrawal only with a note, and records a finding about a contradiction, which ends the warning", async () => {
    const { operator } = story
    const { page, drawer } = operator
    const { failed } = withdrawals
    await answer(page, everything)
    await operator.openWithdrawal(withdrawals.unknown.id)
    expect(await operator.askFor("Close as not sent")).toContain("pays twice")
    const close = operator.confirmation.getByRole("button", { name: "Close as not sent" })
    expect(await close.isEnabled()).toBe(false)
    await operator.confirmation.getByLabel("What you checked").fill("Today's list: it is not there.")
    expect(await close.isEnabled()).toBe(true)

    await operator.leave()
    await operator.following().openWithdrawal(failed.id)
    const note = "Compared with the network: it came back."
    const asked: unknown[] = []
    const seen = { by: "merchant@example.com", at: new Date().toISOString(), note }
    await page.route("**/admin/onchain/withdrawals/*/acknowledge", async (route) => {
      asked.push(route.request().postDataJSON())
      const looked = { ...failed, review: null, reviewed: seen }
      await answer(page, { withdrawals: [looked] })
      await route.fulfill({ json: { withdrawal: looked } })
    })
    await drawer.getByText("Details from the provider").click()
    await drawer.getByText("<b>The destination</b> rejected", { exact: false }).waitFor()
    expect(await drawer.getByRole("button", { name: "Copy Request ID" }).count()).toBe(1)
    expect(await operator.askFor("Acknowledge")).toContain("It was called completed before.")
    const button = operator.confirmation.getByRole("button", { name: "Acknowledge" })
    expect(await button.isEnabled()).toBe(false)
    await operator.confirmation.getByLabel("What you found").fill(note)
    await button.click()
    await drawer.getByText("merchant@example.com reviewed it", { exact: false }).waitFor()
    expect(asked).toEqual([{ note, mismatch: failed.mismatch }])
    // No other action is left behind the menu.
    expect(await drawer.getByRole("button", { name: "More actions" }).count()).toBe(0)
  })
}
