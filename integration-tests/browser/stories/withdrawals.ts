import { everything } from "../fixtures"
import { answer } from "../fixtures/answers"
import { quote, withdrawals } from "../fixtures/withdrawals"
import type { BrowserStory } from "../support/browser-suite"

/** What an operator reads and does about withdrawals in states that are hard to reach. */
export function withdrawalStories(story: BrowserStory): void {
  it("renews a quote that has expired and asks for the approval in one step, with the difference to the previous one", async () => {
    const { operator } = story
    const { page, drawer } = operator
    const { expired: late, awaitingApproval } = withdrawals
    const against = { is_possible: false, reason: late.choices.confirm.reason }
    const approve = { ...against, details: [{ code: "payout.expired", params: {} }] }
    const expired = {
      ...awaitingApproval,
      ...{ id: late.id, quote: late.quote, choices: { ...awaitingApproval.choices, approve } },
    }
    await answer(page, { ...everything, withdrawals: [expired] })
    await operator.openWithdrawal(expired.id)
    await drawer.getByText("The quote has expired.").first().waitFor()
    await operator.status("Waiting for your approval")
    expect(await drawer.getByRole("button", { name: "Approve and send" }).count()).toBe(0)
    const fresh = {
      ...awaitingApproval,
      id: expired.id,
      quote: { ...quote, id: "quote_2", fee: "0.11", net_amount: "119.89" },
    }
    await page.route("**/admin/onchain/withdrawals/*/quote", async (route) => {
      await answer(page, { withdrawals: [fresh] })
      await route.fulfill({ json: { withdrawal: fresh } })
    })
    await drawer.getByRole("button", { name: "Renew the quote and approve" }).click()
    // The second click is the approval itself.
    await operator.confirmation.getByRole("button", { name: "Approve and send" }).waitFor()
    const words = await operator.confirmation.innerText()
    expect(words).toContain("The quote was renewed: 119.89 USDC arrives, 119.92 USDC before.")
    expect(words).toContain("0.11 USDC")
  })

  it("fills in the most that balance and limits allow, refuses more before any call, is asked to repeat a request whose answer was lost, and sends the same", async () => {
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
    await drawer.getByLabel("Amount", { exact: true }).fill("500.01")
    await drawer.getByText("At most 500 USDC can be withdrawn now.").waitFor()
    expect(await drawer.getByRole("button", { name: "Request a quote" }).isEnabled()).toBe(false)
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
