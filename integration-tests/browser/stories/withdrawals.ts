import { answerBooks, answerDestinations, answerPayouts, answerWithdrawals } from "../fixtures/answers"
import { balances } from "../fixtures/books"
import { destinations } from "../fixtures/destinations"
import { payouts, quote, states } from "../fixtures/withdrawals"
import { withdrawalCases } from "../fixtures/withdrawal-cases"
import type { BrowserStory } from "../support/browser-suite"
import { focusedName, tabTo } from "../support/keyboard"
import { UNTIL_FINAL_MS } from "../support/review"
import { sell } from "../support/treasury"
import { settle } from "../support/settle"

const COLD_WALLET = "0x52908400098527886E0F7030069857D2E4169EE7"

/**
 * How an operator pays money out, against the real server; and what they read in states that are hard to
 * reach.
 */
export function withdrawalStories(story: BrowserStory): void {
  it("adds a destination that another user approves", async () => {
    const { operator } = story
    const { page, drawer } = operator
    await operator.openDestinations()
    await page.getByRole("button", { name: "Add an address" }).click()
    await drawer.getByLabel("Name", { exact: true }).fill("Cold wallet")
    await operator.choose("Network", "Base")
    const address = drawer.getByLabel("Address", { exact: true })
    await address.fill(COLD_WALLET.replace("EE7", "Ee7"))
    await drawer.getByRole("button", { name: "Add", exact: true }).click()
    // Beside the field.
    await drawer.getByRole("alert").filter({ hasText: "checksum does not match" }).waitFor()
    // The browser's own message about the refused call.
    expect(story.complaints.splice(0)).toEqual([expect.stringContaining("400")])
    await address.fill(`  ${COLD_WALLET} `)
    await drawer.getByText("Spaces around it were removed.").waitFor()
    await drawer.getByRole("button", { name: "Add", exact: true }).click()
    await operator.status("Needs approval")
    expect(await drawer.getByRole("button", { name: "Approve", exact: true }).isEnabled()).toBe(false)

    const colleague = await story.colleague()
    await colleague.open("/orders")
    await colleague.openDestinations()
    await colleague.row("Cold wallet").getByRole("button").click()
    const question = await colleague.decide("Approve")
    expect(question).toContain(COLD_WALLET)
    await colleague.status("Approved")
  })

  it("requests a quote, confirms it, cannot approve it, and follows it to the end", async () => {
    const { shop, operator } = story
    const { page, drawer } = operator
    await sell(shop)
    await sell(shop)
    await operator.openWithdrawals()
    await page.getByRole("button", { name: "New withdrawal" }).click()
    await operator.choose("Destination", "Cold wallet")
    await drawer.getByText(COLD_WALLET).waitFor()
    await operator.choose("Token", "USDC")
    await drawer.getByText("Available:", { exact: false }).waitFor()
    await drawer.getByLabel("Amount", { exact: true }).fill("10")
    await drawer.getByRole("button", { name: "Request a quote" }).click()
    await operator.status("Needs confirmation")
    const asked = await operator.decide("Send for approval")
    expect(asked).toMatch(/Confirm 10 USDC for approval\?/)
    expect(asked).toContain(COLD_WALLET)
    expect(asked).toMatch(/Fee\s+[\d.]+ USDC\s+Arrives\s+9\.[\d]+ USDC/)
    await operator.status("Needs approval")
    await drawer.getByText("Another user has to approve what you requested.", { exact: false }).waitFor()
    expect(await drawer.getByRole("button", { name: "Approve and send" }).isEnabled()).toBe(false)
    expect(await shop.sandbox.withdrawals()).toEqual([])

    const colleague = await story.colleague()
    await colleague.open("/orders")
    await colleague.openWithdrawals()
    await colleague.row("10 USDC").getByRole("button").click()
    const question = await colleague.decide("Approve and send")
    expect(question).toContain("merchant@example.com requested it.")
    expect(question).toContain(COLD_WALLET)
    expect(question).toContain("This cannot be undone.")
    await shop.sandbox.advance(UNTIL_FINAL_MS)
    await operator.status("Paid out")
    await drawer.getByText("grace.hopper@example.com").first().waitFor()
    expect(await shop.sandbox.withdrawals()).toHaveLength(1)
  })

  it("saves an address inside the form, which keeps what was typed until another user approves it", async () => {
    const { operator } = story
    const { page, drawer } = operator
    const pending = { ...destinations.pending, id: "ocdst_new", label: "Savings", state: "pending" as const }
    await answerPayouts(page, payouts)
    await answerWithdrawals(page, [states.quoted])
    await answerDestinations(page, [destinations.approved])
    await answerBooks(page, { balances, transactions: [], reports: [] })
    await page.route("**/admin/onchain/destinations", (route) =>
      route.fulfill({ json: { destination: pending } })
    )
    await operator.openNewWithdrawal()
    await operator.choose("Destination", "New address")
    await drawer.getByLabel("Name", { exact: true }).fill("Savings")
    await operator.choose("Network", "Base")
    await drawer.getByLabel("Address", { exact: true }).fill(COLD_WALLET)
    await drawer.getByLabel("Note", { exact: true }).fill("Monthly.")
    await drawer.getByRole("button", { name: "Save the address" }).click()
    await drawer.getByText("waits for another user's approval", { exact: false }).waitFor()
    expect(await drawer.getByRole("button", { name: "Request a quote" }).isEnabled()).toBe(false)
    expect(await drawer.getByLabel("Note", { exact: true }).inputValue()).toBe("Monthly.")
  })

  it("fills in the most that balance and limits allow", async () => {
    const { operator } = story
    const { page, drawer } = operator
    await answerPayouts(page, payouts)
    await answerWithdrawals(page, [states.quoted])
    await answerDestinations(page, [destinations.approved])
    await answerBooks(page, { balances, transactions: [], reports: [] })
    await operator.openNewWithdrawal()
    await operator.choose("Destination", "Cold wallet")
    await operator.choose("Token", "USDC")
    await drawer.getByText("Available: 1,204.5 USDC", { exact: false }).waitFor()
    await drawer.getByRole("button", { name: "Max" }).click()
    expect(await drawer.getByLabel("Amount", { exact: true }).inputValue()).toBe("500")
    await drawer.getByText("≈ $499.90 USD", { exact: false }).waitFor()
  })

  it("requests a new quote when one has expired, and shows the previous one", async () => {
    const { operator } = story
    const { page, drawer } = operator
    const { expired } = withdrawalCases
    await answerPayouts(page, payouts)
    await answerWithdrawals(page, [expired])
    await operator.openWithdrawal(expired.id)
    await drawer.getByText("The quote has expired.").first().waitFor()
    expect(await drawer.getByRole("button", { name: "Send for approval" }).count()).toBe(0)
    const fresh = {
      ...states.quoted,
      id: expired.id,
      quote: { ...quote, id: "quote_2", fee: "0.11", net_amount: "119.89" },
    }
    await page.route("**/admin/onchain/withdrawals/*/quote", async (route) => {
      await answerWithdrawals(page, [fresh])
      await route.fulfill({ json: { withdrawal: fresh } })
    })
    await drawer.getByRole("button", { name: "Request a new quote" }).click()
    const change = drawer.getByRole("table")
    await change.getByText("0.11 USDC").waitFor()
    await change.getByText("0.08 USDC").waitFor()
    expect(await operator.ask("Send for approval")).toContain("119.89 USDC")
  })

  it("is not shown a new quote when the provider has not answered", async () => {
    const { operator } = story
    const { page, drawer } = operator
    const { expired } = withdrawalCases
    await answerPayouts(page, payouts)
    await answerWithdrawals(page, [expired])
    await operator.openWithdrawal(expired.id)
    await page.route("**/admin/onchain/withdrawals/*/quote", (route) =>
      route.fulfill({ status: 202, json: { withdrawal: expired } })
    )
    await drawer.getByRole("button", { name: "Request a new quote" }).click()
    await page.getByText("The provider has not answered. Try again in a moment.").waitFor()
    expect(await page.getByText("Here is the new quote.", { exact: false }).count()).toBe(0)
    expect(await drawer.getByRole("table").count()).toBe(0)
    await drawer.getByText("The quote has expired.").first().waitFor()
    expect(await drawer.getByRole("button", { name: "Send for approval" }).count()).toBe(0)
  })

  it("is asked to repeat a request whose answer was lost, and the same request is sent", async () => {
    const { operator } = story
    const { page, drawer } = operator
    await answerPayouts(page, payouts)
    await answerWithdrawals(page, [states.quoted])
    await answerDestinations(page, [destinations.approved])
    await answerBooks(page, { balances, transactions: [], reports: [] })
    const asked: unknown[] = []
    await page.route("**/admin/onchain/withdrawals", (route) => {
      asked.push(route.request().postDataJSON())
      return asked.length === 1
        ? route.abort("connectionreset")
        : route.fulfill({ json: { withdrawal: states.quoted } })
    })
    await operator.openNewWithdrawal()
    await operator.choose("Destination", "Cold wallet")
    await operator.choose("Token", "USDC")
    await drawer.getByLabel("Amount", { exact: true }).fill("120")
    await drawer.getByRole("button", { name: "Request a quote" }).click()
    await drawer.getByText("Send it again here: the same request counts once.", { exact: false }).waitFor()
    await drawer.getByRole("button", { name: "Request a quote" }).click()
    await operator.status("Needs confirmation")
    expect(asked).toHaveLength(2)
    expect(asked[1]).toEqual(asked[0])
    // The browser's own message about the lost call.
    expect(story.complaints.splice(0)).toEqual([expect.stringContaining("ERR_CONNECTION_RESET")])
  })

  it("is too late, and reads who did what", async () => {
    const { operator } = story
    const { page, drawer } = operator
    await answerPayouts(page, payouts)
    await answerWithdrawals(page, [states.awaiting_approval])
    await operator.openWithdrawal(states.awaiting_approval.id)
    const message = "ada.lovelace@example.com cancelled it on 2026-11-21 at 09:00 UTC."
    await page.route("**/admin/onchain/withdrawals/*/approve", (route) =>
      route.fulfill({ status: 409, json: { type: "conflict", message } })
    )
    await operator.decide("Approve and send")
    await drawer.getByText(`The action was not performed. ${message}`).waitFor()
    expect(story.complaints.splice(0)).toEqual([expect.stringContaining("409")])
  })

  it("ends an unknown withdrawal only with a note", async () => {
    const { operator } = story
    const { page, drawer } = operator
    await answerPayouts(page, payouts)
    await answerWithdrawals(page, [states.unknown])
    await operator.openWithdrawal(states.unknown.id)
    expect(await operator.askInMenu("Close as not sent")).toContain("would pay twice")
    const close = operator.confirmation.getByRole("button", { name: "Close as not sent" })
    expect(await close.isEnabled()).toBe(false)
    await operator.confirmation.getByLabel("Where you looked").fill("Today's list: it is not there.")
    expect(await close.isEnabled()).toBe(true)
  })

  it("records a finding about a contradiction, and the warning ends", async () => {
    const { operator } = story
    const { page, drawer } = operator
    const { failed } = states
    await answerPayouts(page, payouts)
    await answerWithdrawals(page, [failed])
    await operator.openWithdrawal(failed.id)
    const note = "Compared with the network: it came back."
    const asked: unknown[] = []
    const seen = { by: "merchant@example.com", at: new Date().toISOString(), note }
    await page.route("**/admin/onchain/withdrawals/*/acknowledge", async (route) => {
      asked.push(route.request().postDataJSON())
      const looked = { ...failed, mismatch_seen: seen }
      await answerWithdrawals(page, [looked])
      await route.fulfill({ json: { withdrawal: looked } })
    })
    expect(await operator.askInMenu("Mark as reviewed")).toContain("It was called completed before.")
    const button = operator.confirmation.getByRole("button", { name: "Mark as reviewed" })
    expect(await button.isEnabled()).toBe(false)
    await operator.confirmation.getByLabel("What you found").fill(note)
    await button.click()
    await drawer.getByText("merchant@example.com reviewed it", { exact: false }).waitFor()
    expect(asked).toEqual([{ note, mismatch: failed.mismatch }])
    // No other action is left behind the menu.
    expect(await drawer.getByRole("button", { name: "More actions" }).count()).toBe(0)
  })

  it("reads who ended a withdrawal as not sent and where they checked, and never that nothing was sent", async () => {
    const { operator } = story
    const { page, drawer } = operator
    const { writtenOff } = withdrawalCases
    await answerPayouts(page, payouts)
    await answerWithdrawals(page, [writtenOff])
    await operator.openWithdrawal(writtenOff.id)
    await drawer.getByText(writtenOff.resolution?.note ?? "").waitFor()
    await drawer.getByText("it is still paid", { exact: false }).waitFor()
    expect(await drawer.getByText("Nothing was sent", { exact: false }).count()).toBe(0)
    expect(await drawer.getByRole("button", { name: "Check now" }).isEnabled()).toBe(true)
  })

  it("can be approved with the keyboard alone, with the focus first on cancelling", async () => {
    const { operator } = story
    const { page, drawer, confirmation } = operator
    await answerPayouts(page, payouts)
    await answerWithdrawals(page, [states.awaiting_approval])
    await operator.openWithdrawals()
    await operator.row("120 USDC").getByRole("button").focus()
    await page.keyboard.press("Enter")
    await drawer.getByRole("heading", { name: "History" }).waitFor()
    await tabTo(operator, "Approve and send")
    await page.keyboard.press("Enter")
    await confirmation.waitFor()
    expect(await focusedName(operator)).toBe("Cancel")
    await settle(page)
    await page.keyboard.press("Escape")
    await confirmation.waitFor({ state: "detached" })
    expect(await focusedName(operator)).toBe("Approve and send")
    await page.keyboard.press("Escape")
    await drawer.waitFor({ state: "detached" })
    expect(await focusedName(operator)).toBe("120 USDC")
  })
}
