import { Merchant } from "../../http/support/merchant"
import { expectGoodPage } from "../support/accessibility"
import type { BrowserStory } from "../support/browser-suite"
import { countClicks } from "../support/clicks"
import { UNTIL_FINAL_MS } from "../support/review"
import { numberOf } from "../support/unallocated"
import { COLLEAGUE, type Shop } from "../support/shop"
import { addSigningWallet } from "../support/signing-wallet"
import { refundInMedusa, sell } from "../support/treasury"

const WALLET = "0x8617E340B3D01FA5F11F306F4090FD50E238070D"

/** How an operator pays refunds, against the real server. */
export function refundStories(story: BrowserStory): void {
  const box = () => story.operator.page.getByRole("region", { name: "Crypto payment" })

  it("refunds an order to a known address: amount, destination, confirmation", async () => {
    const { shop, operator } = story
    const { page, drawer } = operator
    const { orderId } = await sell(shop)
    await knowWallet(shop, orderId)
    await operator.open("/orders")
    const row = page.getByRole("row").filter({ hasText: `#${await numberOf(shop, orderId)}` })
    await row.waitFor()
    const clicks = await countClicks(page)
    await row.click()
    await box().getByText("Partially refunded").waitFor()
    await operator.chooseFrom(box(), "Refund")
    const amount = drawer.getByLabel("Amount in USD", { exact: true })
    await amount.fill("5")
    await drawer.getByRole("button", { name: "Mark refund as due" }).click()
    // The customer has one address, so its quote follows.
    await operator.confirmation.getByText(WALLET).waitFor()
    await operator.confirm("Send for approval")
    await operator.status("Confirmed")
    expect(await clicks()).toBe(4)
  })

  it("refunds by a link: the shopper proposes an address, which is approved and paid", async () => {
    const { shop, operator } = story
    const { page, drawer } = operator
    const { orderId } = await sell(shop)
    await refundInMedusa(shop, orderId, 4)
    const { order } = await shop.merchant.get<{ order: { email: string } }>(
      `/admin/orders/${orderId}?fields=email`
    )
    await operator.open(`/orders/${orderId}`)
    await box()
      .getByRole("link", { name: /Open refund/ })
      .click()
    await drawer.getByRole("radio", { name: "Ask the customer" }).click()
    await drawer.getByRole("button", { name: "Create link" }).click()
    await operator.status("Waiting for the customer")
    const url = (await drawer.getByRole("status").locator("code").innerText()).trim()

    const shopper = await story.guest()
    const proposed = await addSigningWallet(shopper)
    await shopper.goto(url)
    await expectGoodPage(shopper)
    await shopper.getByRole("button", { name: "Use my wallet" }).click()
    await shopper.getByText("Your wallet has signed.", { exact: false }).waitFor()
    expect(await shopper.getByLabel("Your address on Base").inputValue()).toBe(proposed)
    await shopper.getByLabel("Email of your order").fill(order.email)
    await shopper.getByRole("button", { name: "Send this address" }).click()
    await shopper.getByText("The shop checks your address.", { exact: false }).waitFor()

    // It would follow by itself, every 15 seconds.
    await page.reload()
    await operator.status("Address proposed")
    await drawer.getByText("Signed with this address. No proof of who paid.").waitFor()
    // Who made the link has seen its token, so another user approves.
    expect(await drawer.getByRole("button", { name: "Approve address" }).isEnabled()).toBe(false)
    const colleague = await story.colleague()
    await colleague.open("/onchain")
    await colleague.page.getByRole("link", { name: "Refund address to approve" }).first().click()
    expect(await colleague.decide("Approve address")).toContain(proposed)
    await page.reload()
    await operator.status("Address approved")
    await drawer.getByRole("button", { name: "Request a quote…" }).click()
    await operator.confirm("Send for approval")
    await operator.status("Confirmed")
    await colleague.openRefund(new URL(page.url()).searchParams.get("refund_id") ?? "")
    expect(await colleague.decide("Approve and send")).toContain(proposed)
    await shop.sandbox.advance(UNTIL_FINAL_MS)
    await operator.status("Done")
    const [paid] = (await shop.sandbox.withdrawals()).slice(-1)
    expect(paid?.destinationAddress).toBe(proposed)
    await shopper.reload()
    await shopper.getByText("Your refund is done.").waitFor()
  })
}

/** Saves and approves the address of the order's customer, who is owed 2. */
async function knowWallet(shop: Shop, orderId: string): Promise<void> {
  await refundInMedusa(shop, orderId, 2)
  const api = shop.merchant.refunds
  const refund = (await api.order(orderId)).payments[0]?.refunds[0]
  if (!refund) throw new Error(`${orderId} has no refund`)
  const destination = await api.addWallet(refund.id, WALLET)
  await new Merchant(shop.api, COLLEAGUE).post(`/admin/onchain/destinations/${destination}/approve`, {})
  await api.settle(refund.id, { note: "In cash, at the counter." })
}
