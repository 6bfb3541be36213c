import type { BrowserStory } from "../support/browser-suite"
import { UNTIL_FINAL_MS } from "../support/review"
import { refundInMedusa, sell } from "../support/treasury"

const CUSTOMERS_WALLET = "0x8617E340B3D01FA5F11F306F4090FD50E238070D"

/** How an operator pays a refund of an order, against the real server. */
export function refundStories(story: BrowserStory): void {
  it("follows the box beside the order, pays the refund to a new address, and sees it completed", async () => {
    const { shop, operator } = story
    const { page, drawer } = operator
    await sell(shop)
    const { orderId } = await sell(shop)
    await refundInMedusa(shop, orderId, 5)
    await operator.open(`/orders/${orderId}`)
    const box = page.getByRole("region", { name: "Crypto payment" })
    await box.getByText("Captured").first().waitFor()
    await box.getByRole("link", { name: "Open the refund of 5 USD" }).click()
    await operator.status("Due")
    await drawer.getByRole("radio", { name: "At the rate of the payment" }).waitFor()
    expect(await drawer.getByRole("radio", { checked: true }).count()).toBe(1)
    const quote = drawer.getByRole("button", { name: "Request a quote" })
    expect(await quote.isEnabled()).toBe(false)
    await drawer.getByText("Choose where it goes first.").waitFor()

    await drawer.getByRole("button", { name: "Add an address" }).click()
    await drawer.getByLabel("Name", { exact: true }).fill("Customer's wallet")
    await drawer.getByLabel("Address", { exact: true }).fill(CUSTOMERS_WALLET)
    await drawer.getByRole("button", { name: "Add", exact: true }).click()
    const colleague = await story.colleague()
    await colleague.openDestinations("?state=pending")
    await colleague.row("Customer's wallet").getByRole("button").click()
    await colleague.decide("Approve")
    await colleague.status("Approved")

    await page.reload()
    await drawer.getByRole("radio", { name: "Customer's wallet" }).click()
    await quote.click()
    await operator.status("Needs confirmation")
    const question = await operator.decide("Confirm")
    expect(question).toContain(CUSTOMERS_WALLET)
    expect(question).toMatch(/Rate\s+5 USD at the rate of the payment: /)
    await operator.status("Confirmed")

    await colleague.openRefund(new URL(page.url()).searchParams.get("refund_id") ?? "")
    expect(await colleague.decide("Approve and send")).toMatch(/Refund of\s+Order #\d+/)
    await shop.sandbox.advance(UNTIL_FINAL_MS)
    await operator.status("Done")
    const [paid] = (await shop.sandbox.withdrawals()).slice(-1)
    expect(JSON.stringify(paid)).toContain(CUSTOMERS_WALLET)
  })

  it("records a refund as settled by other means, and nothing is sent", async () => {
    const { shop, operator } = story
    const { drawer, page } = operator
    const before = (await shop.sandbox.withdrawals()).length
    const { orderId } = await sell(shop)
    await refundInMedusa(shop, orderId, 3)
    await operator.open(`/orders/${orderId}`)
    await page.getByRole("link", { name: "Open the refund of 3 USD" }).click()
    await drawer.getByLabel("How it was settled").fill("In cash, at the counter.")
    const question = await operator.decide("Note as settled")
    expect(question).toContain("Nothing is sent.")
    expect(question).toContain("In cash, at the counter.")
    await operator.status("Done")
    await drawer.getByText("In cash, at the counter.").waitFor()
    expect(await shop.sandbox.withdrawals()).toHaveLength(before)
  })
}
