import type { OnchainRefundListResponse } from "../../../src/types/http"
import type { BrowserStory } from "../support/browser-suite"
import { UNTIL_FINAL_MS } from "../support/review"
import type { Shop } from "../support/shop"
import { refundInMedusa, sell } from "../support/treasury"

const CUSTOMERS_WALLET = "0x8617E340B3D01FA5F11F306F4090FD50E238070D"
const PROPOSED = "0x52908400098527886E0F7030069857D2E4169EE7"

/** How an operator pays a refund of an order, against the real server. */
export function refundStories(story: BrowserStory): void {
  it("refunds an order in three steps, amount, address and quote, and sees it completed", async () => {
    const { shop, operator } = story
    const { page, drawer, confirmation } = operator
    await sell(shop)
    const { orderId } = await sell(shop)
    await operator.open(`/orders/${orderId}`)
    const box = page.getByRole("region", { name: "Crypto payment" })
    await box.getByText("Captured").first().waitFor()
    const refund = box.getByRole("button", { name: "Refund", exact: true })
    if ((await refund.count()) > 0) await refund.click()
    else {
      await box.getByRole("button", { name: "More actions" }).first().click()
      await page.getByRole("menuitem", { name: "Refund" }).click()
    }
    await drawer.getByLabel("Amount in USD").fill("5")
    await drawer.getByRole("button", { name: "Mark refund as due" }).click()
    await operator.status("Due")

    // No address is known, so asking the customer is chosen; the operator has one.
    await drawer.getByRole("radio", { name: "Enter an address" }).click()
    await drawer.getByLabel("Name", { exact: true }).fill("Customer's wallet")
    await drawer.getByLabel("Address", { exact: true }).fill(CUSTOMERS_WALLET)
    await drawer.getByRole("button", { name: "Save the address" }).click()
    await drawer.getByText("Another user has to approve it", { exact: false }).waitFor()
    const colleague = await story.colleague()
    await colleague.openDestinations("?state=pending")
    await colleague.row("Customer's wallet").getByRole("button").click()
    await colleague.decide("Approve")
    await colleague.status("Approved")

    const id = await dueRefundOf(shop, orderId)
    await operator.openRefund(id)
    await drawer.getByRole("radio", { name: "Customer's wallet", checked: true }).waitFor()
    await drawer.getByRole("button", { name: "Request a quote…" }).click()
    // The question opens by itself once the quote is there.
    await confirmation.waitFor()
    const question = await confirmation.innerText()
    expect(question).toContain(CUSTOMERS_WALLET)
    expect(question).toMatch(/Rate\s+\$5\.00 USD at the payment's rate: /)
    await confirmation.getByRole("button", { name: "Send for approval" }).click()
    await operator.status("Confirmed")

    await colleague.openRefund(id)
    expect(await colleague.decide("Approve and send")).toMatch(/Refund of\s+Order #\d+/)
    await shop.sandbox.advance(UNTIL_FINAL_MS)
    await operator.status("Done")
    const [paid] = (await shop.sandbox.withdrawals()).slice(-1)
    expect(JSON.stringify(paid)).toContain(CUSTOMERS_WALLET)
  })

  it("asks the customer for an address by a link, and pays the approved one", async () => {
    const { shop, operator } = story
    const { page, drawer, confirmation } = operator
    const { orderId } = await sell(shop)
    await refundInMedusa(shop, orderId, 4)
    const id = await dueRefundOf(shop, orderId)
    await operator.openRefund(id)
    await drawer.getByRole("radio", { name: "Ask the customer" }).click()
    await drawer.getByRole("button", { name: /^(Make a|New) link$/ }).click()
    await drawer.getByText("Copy it now", { exact: false }).waitFor()
    const link = await drawer.getByRole("status").getByRole("code").innerText()

    const { order } = await shop.merchant.get<{ order: { email: string } }>(
      `/admin/orders/${orderId}?fields=email`
    )
    const shopper = await page.context().newPage()
    await shopper.goto(new URL(new URL(link).pathname, page.url()).href)
    await shopper.getByLabel(/^Your address/).fill(PROPOSED)
    await shopper.getByLabel("Email of your order").fill(order.email)
    await shopper.getByRole("button", { name: "Send this address" }).click()
    await shopper.getByText("The shop checks your address", { exact: false }).waitFor()
    await shopper.close()

    // Another user approves: the operator has seen the link.
    const colleague = await story.colleague()
    await colleague.openRefunds()
    await colleague.row("Address proposed").getByRole("button").first().click()
    expect(await colleague.decide("Approve address")).toContain(PROPOSED)
    await colleague.drawer.getByRole("button", { name: "Request a quote…" }).click()
    await colleague.confirmation.waitFor()
    expect(await colleague.confirmation.innerText()).toContain(PROPOSED)
    await colleague.confirmation.getByRole("button", { name: "Send for approval" }).click()
    await colleague.status("Confirmed")
    await page.reload()
    await operator.ask("Approve and send")
    await confirmation.getByRole("button", { name: "Approve and send" }).click()
    await shop.sandbox.advance(UNTIL_FINAL_MS)
    await operator.status("Done")
  })

  it("records a refund as paid elsewhere, and nothing is sent", async () => {
    const { shop, operator } = story
    const { drawer, confirmation, page } = operator
    const before = (await shop.sandbox.withdrawals()).length
    const { orderId } = await sell(shop)
    await refundInMedusa(shop, orderId, 3)
    await operator.openRefund(await dueRefundOf(shop, orderId))
    await drawer.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("menuitem", { name: "Mark as paid elsewhere" }).click()
    const button = confirmation.getByRole("button", { name: "Mark as paid elsewhere" })
    expect(await button.isEnabled()).toBe(false)
    await confirmation.getByLabel("How it was paid").fill("In cash, at the counter.")
    expect(await confirmation.innerText()).toContain("Nothing is sent.")
    await button.click()
    await operator.status("Done")
    await drawer.getByText("In cash, at the counter.").waitFor()
    expect(await shop.sandbox.withdrawals()).toHaveLength(before)
  })
}

async function dueRefundOf({ merchant }: Shop, orderId: string): Promise<string> {
  const { refunds } = await merchant.get<OnchainRefundListResponse>("/admin/onchain/refunds?state[]=due")
  const id = refunds.find(({ order }) => order?.id === orderId)?.id
  if (!id) throw new Error(`no refund of ${orderId} is due`)
  return id
}
