import { eventually } from "../../http/support/eventually"
import { answer } from "../fixtures/answers"
import { unmatched } from "../fixtures/unmatched"
import type { BrowserStory } from "../support/browser-suite"
import { tabTo } from "../support/keyboard"
import { settle } from "../support/settle"
import { numberOf, payCancelledOrder, payLeftCheckout, placeUnpaid } from "../support/unallocated"

/** What an operator does with payments without an order, against the real server. */
export function paymentStories(story: BrowserStory): void {
  it("follows the notice above the orders, applies a payment to its order and sees the order paid", async () => {
    const { shop, operator } = story
    const { page, drawer } = operator
    const { orderId } = await payLeftCheckout(shop)
    const number = await numberOf(shop, orderId)
    await operator.open("/orders")
    await page.getByText("unmatched payment", { exact: false }).first().waitFor()
    await page.getByRole("link", { name: "Review what needs you" }).click()
    await page.getByRole("link", { name: "Unmatched payment" }).first().click()
    await drawer.getByText("The cart or payment method changed", { exact: false }).waitFor()
    // The order that the money was meant for is chosen already.
    expect(await drawer.getByRole("radio", { name: `Order #${number}` }).isChecked()).toBe(true)
    const question = await operator.decide("Apply to order")
    expect(question).toMatch(new RegExp(`Apply [\\d.]+ USDC to Order #${number}\\?`))
    expect(question).toContain("No money moves")
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

  it("enters another order by its page's URL, reads why it is refused, and enters a better one, which a second user applies it to", async () => {
    const { shop, operator } = story
    const { drawer } = operator
    const cancelled = await payCancelledOrder(shop)
    const unpaid = await placeUnpaid(shop)
    await operator.openUnmatchedPayment(cancelled.id)
    await drawer.getByText("The order was cancelled before the money was final.").waitFor()
    await drawer.getByRole("radio", { name: "Another order" }).click()
    const named = drawer.getByRole("textbox", { name: "Order ID or URL" })
    await named.fill("#12")
    expect(await drawer.getByRole("button", { name: "Apply to order" }).isEnabled()).toBe(false)
    await named.fill(cancelled.orderId)
    await operator.decide("Apply to order")
    await drawer.getByText("Action failed. The order is cancelled.").waitFor()
    // The browser's own message about the refused call.
    expect(story.complaints.splice(0)).toEqual([expect.stringContaining("400")])

    await named.fill(`https://shop.example/app/orders/${unpaid.orderId}?tab=1`)
    await operator.decide("Apply to order")
    await drawer.getByText("a second user must apply this payment to it too", { exact: false }).waitFor()
    expect(await shop.merchant.order(unpaid.orderId)).toMatchObject({ captures: [] })

    const colleague = await story.colleague()
    await colleague.openUnmatchedPayment(cancelled.id)
    await colleague.drawer.getByRole("radio", { name: "Another order" }).click()
    await colleague.drawer.getByRole("textbox", { name: "Order ID or URL" }).fill(unpaid.orderId)
    await colleague.decide("Apply to order")
    await colleague.status("Applied")
    expect(await shop.merchant.order(unpaid.orderId)).toMatchObject({ payment_status: "captured" })
  })

  it("keeps a payment with a note, and finds it again among the decided ones", async () => {
    const { shop, operator } = story
    const { page } = operator
    const { id } = await payCancelledOrder(shop)
    await operator.openUnmatched(`?q=${id}`)
    await operator.row("Order cancelled").getByRole("button").click()
    await operator.askFor("Keep without an order")
    const keep = operator.confirmation.getByRole("button", { name: "Keep without an order" })
    expect(await keep.isEnabled()).toBe(false)
    await operator.confirmation.getByLabel("Note", { exact: true }).fill("A present, she says.")
    await operator.confirm("Keep without an order")
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

  it("completes a decision with the keyboard alone", async () => {
    const { operator } = story
    const { page, drawer, confirmation } = operator
    await answer(page, { "unallocated-payments": [unmatched.alreadyPaid] })
    await operator.openUnmatched()
    await page.getByRole("button", { name: "25 USDC, open this payment" }).focus()
    await page.keyboard.press("Enter")
    await drawer.getByRole("heading", { name: "Reason" }).waitFor()
    // The suggested order cannot be chosen, so the arrow keys stay at the other one.
    await drawer.getByRole("radio", { name: "Another order" }).focus()
    await page.keyboard.press("Space")
    await page.keyboard.press("Tab")
    await page.keyboard.type("order_01KABC")
    await tabTo(operator, "Apply to order")
    await page.keyboard.press("Enter")
    await confirmation.getByText("Apply 25 USDC to Order order_01KABC?").waitFor()
    await settle(page)
    await page.keyboard.press("Escape")
    await confirmation.waitFor({ state: "detached" })
    await page.keyboard.press("Escape")
    await drawer.waitFor({ state: "detached" })
  })
}
