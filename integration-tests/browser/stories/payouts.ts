import { eventually } from "../../http/support/eventually"
import { Merchant } from "../../http/support/merchant"
import { WALLETS } from "../../http/support/withdrawals"
import type { BrowserStory } from "../support/browser-suite"
import { countClicks } from "../support/clicks"
import { UNTIL_FINAL_MS } from "../support/review"
import { COLLEAGUE, type Shop } from "../support/shop"
import { sell } from "../support/treasury"

const COLD_WALLET = "0x52908400098527886E0F7030069857D2E4169EE7"

/** How money leaves the treasury, with a second approver, against the real server. */
export function payoutStories(story: BrowserStory): void {
  it("withdraws to an address saved in the form, which a second user approves as they do the payout", async () => {
    const { shop, operator } = story
    const { page, drawer } = operator
    await sell(shop)
    await operator.openWithdrawals()
    await page.getByRole("button", { name: "New withdrawal" }).click()
    await operator.choose("Destination", "New address")
    await drawer.getByLabel("Name", { exact: true }).fill("Cold wallet")
    await operator.choose("Network", "Base")
    await drawer.getByLabel("Address", { exact: true }).fill(`  ${COLD_WALLET} `)
    await drawer.getByRole("button", { name: "Save address" }).click()
    await drawer.getByText("once another user approves it", { exact: false }).waitFor()

    const colleague = await story.colleague()
    await colleague.open("/onchain")
    await colleague.page.getByRole("link", { name: "Address to approve" }).first().click()
    expect(await colleague.decide("Approve")).toContain(COLD_WALLET)
    await colleague.status("Approved")

    await page.reload()
    await operator.choose("Destination", "Cold wallet")
    await operator.choose("Token", "USDC")
    await drawer.getByText("Available:", { exact: false }).waitFor()
    await drawer.getByLabel("Amount", { exact: true }).fill("10")
    await drawer.getByRole("button", { name: "Request a quote" }).click()
    await operator.status("Needs confirmation")
    const asked = await operator.decide("Send for approval")
    expect(asked).toContain(COLD_WALLET)
    expect(asked).toMatch(/Fee\s+[\d.]+ USDC\s+Arrives\s+9\.[\d]+ USDC/)
    await operator.status("Needs approval")
    await drawer.getByText("Another user must approve what you requested.", { exact: false }).waitFor()
    expect(await shop.sandbox.withdrawals()).toEqual([])

    await colleague.open("/onchain")
    const noticed = colleague.page.getByRole("link", { name: "Withdrawal to approve" }).first()
    await noticed.waitFor()
    const clicks = await countClicks(colleague.page)
    await noticed.click()
    const question = await colleague.decide("Approve and send")
    expect(await clicks()).toBe(3)
    expect(question).toContain("merchant@example.com requested it.")
    expect(question).toContain(COLD_WALLET)
    await shop.sandbox.advance(UNTIL_FINAL_MS)
    await operator.status("Paid out")
    await drawer.getByText("grace.hopper@example.com").first().waitFor()
    expect(await shop.sandbox.withdrawals()).toHaveLength(1)
  })

  it("sees that a withdrawal is blocked by gas and where to add it, and follows it to the end", async () => {
    const { shop, operator } = story
    const { page, drawer } = operator
    await sell(shop)
    await shop.sandbox.changeSettings({ fairUseGasUsd: "0" })
    const id = await sendWithdrawal(shop, "5")
    await shop.sandbox.advance(A_FEW_BLOCKS_MS)
    await operator.open("/onchain")
    await page.getByRole("link", { name: "Blocked: add gas" }).first().click()
    await operator.status("Blocked: add gas")
    await drawer.getByText("Waiting for gas on Base", { exact: false }).waitFor()
    await drawer.getByRole("link", { name: "Add gas in Billing" }).waitFor()
    await shop.sandbox.dashboard("billing/top-ups", { usd: "5" })
    await shop.sandbox.advance(UNTIL_PAID_MS)
    await operator.status("Paid out")
    await eventually(async () => expect((await shop.merchant.withdrawals.view(id)).state).toBe("completed"))
  })
}

/** Enough to leave the provider's queue. */
const A_FEW_BLOCKS_MS = 6_000
const UNTIL_PAID_MS = 15 * 60_000

/** A withdrawal that both users have agreed to. @returns its id */
async function sendWithdrawal({ api, merchant }: Shop, amount: string): Promise<string> {
  const colleague = new Merchant(api, COLLEAGUE)
  const withdrawals = merchant.withdrawals
  const { address } = WALLETS["base-mainnet"]
  const destination = await withdrawals.destination("base-mainnet", { label: "Treasury", address })
  await colleague.post(`/admin/onchain/destinations/${destination}/approve`, {})
  const confirmed = await withdrawals.send(destination, { amount })
  await colleague.withdrawals.consent(confirmed, "approve")
  return confirmed.id
}
