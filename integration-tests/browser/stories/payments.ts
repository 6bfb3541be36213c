import { eventually } from "../../http/support/eventually"
import type { BrowserStory } from "../support/browser-suite"
import { numberOf, payCancelledOrder, payLeftCheckout, placeUnpaid } from "../support/unallocated"

/** What an operator does with payments without an order, against the real server. */
export function paymentStories(story: BrowserStory): void {
  it("follows the notice above the orders, applies a payment to its order and sees the order paid", async () => {
    const { shop, operator } = story
    const { page, drawer } = operator
    const { orderId } = await payLeftCheckout(shop)
    const number = await numberOf(shop, orderId)
    await operator.open("/orders")
    await page.getByText("1 payment without an order waits for a decision").waitFor()
    await page.getByRole("link", { name: "Review the payments without an order" }).click()
    await operator.row("Checkout changed").getByRole("button").click()
    await drawer.getByText("The cart or the way to pay was changed", { exact: false }).waitFor()
    expect(await drawer.getByRole("button", { name: "Apply", exact: true }).isEnabled()).toBe(false)
    await drawer.getByRole("radio", { name: `Order #${number}` }).click()
    const question = await operator.decide("Apply")
    expect(question).toMatch(new RegExp(`Apply [\\d.]+ USDC to Order #${number}\\?`))
    expect(question).toContain("Nothing is sent anywhere")
    expect(question).toContain("This cannot be undone.")
    await operator.status("Applied")
    expect(await shop.merchant.order(orderId)).toMatchObject({ payment_status: "captured", outstanding: 0 })
    await drawer.getByText("merchant@example.com").first().waitFor()
    await drawer
      .getByRole("link", { name: `Order #${number}` })
      .last()
      .click()
    await page.waitForURL(`**/orders/${orderId}`)
    await page.getByText("Captured").first().waitFor()
  })

  it("enters another order by its page's URL, reads why it is refused, and enters a better one", async () => {
    const { shop, operator } = story
    const { drawer } = operator
    const cancelled = await payCancelledOrder(shop)
    const unpaid = await placeUnpaid(shop)
    await operator.openPayment(cancelled.id)
    await drawer.getByText("The order was cancelled before the money was final.").waitFor()
    await drawer.getByRole("radio", { name: "Another order" }).click()
    const named = drawer.getByRole("textbox", { name: "Order ID" })
    await named.fill("#12")
    expect(await drawer.getByRole("button", { name: "Apply", exact: true }).isEnabled()).toBe(false)
    await named.fill(cancelled.orderId)
    await operator.decide("Apply")
    await drawer.getByText("The action was not performed. The order is cancelled.").waitFor()
    // The browser's own message about the refused call.
    expect(story.complaints.splice(0)).toEqual([expect.stringContaining("400")])

    await named.fill(`https://shop.example/app/orders/${unpaid.orderId}?tab=1`)
    await operator.decide("Apply")
    await operator.status("Applied")
    expect(await shop.merchant.order(unpaid.orderId)).toMatchObject({ payment_status: "captured" })
  })

  it("records a refund as due, and nothing is sent", async () => {
    const { shop, operator } = story
    const { id } = await payCancelledOrder(shop)
    await operator.openPayment(id)
    expect(await operator.decide("Note refund")).toContain("Nothing is sent anywhere by this")
    await operator.status("Refund due")
    await operator.drawer.getByText("Refund noted as due").waitFor()
    expect(await shop.sandbox.withdrawals()).toEqual([])
  })

  it("is too late, and reads who did what", async () => {
    const { shop, operator } = story
    const { id } = await payCancelledOrder(shop)
    await operator.openPayment(id)
    await operator.ask("Note refund")
    await shop.merchant.post(`/admin/onchain/unallocated-payments/${id}/keep`, {
      note: "She takes store credit.",
    })
    await operator.confirmation.getByRole("button", { name: "Note refund" }).click()
    await operator.drawer.getByText(/not performed\. merchant@example\.com kept it/).waitFor()
    await operator.status("Kept")
    await operator.drawer.getByText("She takes store credit.").waitFor()
    expect(story.complaints.splice(0)).toEqual([expect.stringContaining("409")])
  })

  it("keeps a payment with a note, and finds it again among the decided ones", async () => {
    const { shop, operator } = story
    const { page, drawer } = operator
    const { id } = await payCancelledOrder(shop)
    await operator.openPayments(`?q=${id}`)
    await operator.row("Order cancelled").getByRole("button").click()
    await drawer.getByText("Write a note first.").waitFor()
    await drawer.getByLabel("Note", { exact: true }).fill("A present, she says.")
    expect(await operator.decide("Keep")).toContain("A present, she says.")
    await operator.status("Kept")
    await operator.closeDrawer()
    await page.getByText("No payment matches").waitFor()

    await page.getByRole("button", { name: "Needed", exact: true }).click()
    await page.getByText("Made", { exact: true }).click()
    await eventually(async () => expect(page.url()).toContain("resolution=done"))
    await operator.closeChoice(operator.row("Kept"))
    await page.reload()
    await operator.row("Kept").waitFor()
  })
}
