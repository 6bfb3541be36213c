import { eventually } from "../../http/support/eventually"
import type { BrowserStory } from "../support/browser-suite"
import { countClicks } from "../support/clicks"
import { placeOrder, priceOfCart, sendUnasked, signUp } from "../support/review"
import { placeUnpaid } from "../support/unallocated"

/** From a store that never had a payment to orders that are paid, against the real server. */
export function moneyInStories(story: BrowserStory): void {
  it("sets a store up from nothing: the overview shows the steps, a test event works, the first payment ends the last one", async () => {
    const { shop, operator } = story
    const { page } = operator
    await operator.open("/onchain")
    await page.getByText("Set up crypto payments").waitFor()
    await page.getByText("1 step left before shoppers can pay.").waitFor()
    await page.getByRole("link", { name: "Open setup" }).click()
    await page.getByText("1 step left", { exact: true }).waitFor()
    const step = page.getByRole("listitem").filter({ hasText: "Webhook" })
    await step.getByText("No event seen yet.", { exact: false }).waitFor()
    await step.getByText(`${shop.origin}/hooks/onchain`).waitFor()
    await step.getByRole("button", { name: "Send test event" }).click()
    await page.getByText("Test event received and processed.").waitFor()
    // Only the provider's own events prove that it knows the address.
    await shop.sandbox.payInFull((await placeUnpaid(shop)).invoiceId)
    await shop.quiet()
    await page.reload()
    await page.getByText("Ready to take payments").waitFor()
  })

  it("takes three clicks from a deposit that nobody expected to the paid order", async () => {
    const { shop, operator } = story
    const { page, drawer, confirmation } = operator
    const customer = await signUp(shop)
    const amount = await priceOfCart(customer)
    await sendUnasked(shop, customer, amount)
    const { orderId, number } = await placeOrder(customer)
    await operator.open("/onchain")
    const noticed = page.getByRole("link", { name: "Deposit to review" }).filter({ hasText: amount })
    await noticed.waitFor()
    const clicks = await countClicks(page)
    await noticed.click()
    await drawer.getByText("The customer has no open order", { exact: false }).waitFor()
    // The only order that it can pay is chosen already.
    await drawer.getByRole("button", { name: `Assign to Order #${number}` }).click()
    expect(await confirmation.innerText()).toContain(`Assign ${amount} USDC to Order #${number}?`)
    await confirmation.getByRole("button", { name: "Assign", exact: true }).click()
    await operator.status("Assigned")
    expect(await clicks()).toBe(3)
    await eventually(async () =>
      expect(await shop.merchant.order(orderId)).toMatchObject({ payment_status: "captured" })
    )
  })

  it("finds the payment of an order by its transaction hash: in the list and in the command menu", async () => {
    const { shop, operator } = story
    const { page } = operator
    const { invoiceId, orderId } = await placeUnpaid(shop)
    const { txHash } = await shop.sandbox.pay(invoiceId)
    await shop.sandbox.settle(invoiceId)
    await shop.quiet()
    const { order } = await shop.merchant.get<{ order: { display_id: number } }>(`/admin/orders/${orderId}`)
    const name = `#${order.display_id}`
    await operator.openPayments()
    await page.getByRole("searchbox", { name: "Search" }).fill(txHash)
    await page.getByText("1 of 1 results").waitFor()
    await operator.row(`Order ${name}`).waitFor()

    await operator.open("/orders")
    await page.getByRole("heading", { name: "Orders" }).waitFor()
    await page.keyboard.press("Control+k")
    await operator.drawer.getByText("All areas").waitFor()
    await page.keyboard.type(txHash)
    await operator.drawer.getByText(`${name} · `, { exact: false }).click()
    await page.waitForURL("**/onchain/payments/**")
    await page.getByRole("heading", { name: `Payment for Order ${name}` }).waitFor()
    await page.getByText("Captured").first().waitFor()
  })

  it("runs a failed webhook again with the keyboard alone, and the order is paid once", async () => {
    const { shop, operator } = story
    const { page, drawer, confirmation } = operator
    const { orderId, invoiceId } = await placeUnpaid(shop)
    await shop.sandbox.fault({ kind: "unexpected_body", endpoint: "getInvoice", count: 1_000 })
    await shop.sandbox.payInFull(invoiceId)
    const dead = async () => (await shop.merchant.health()).webhooks.dead
    await eventually(async () => expect(await dead()).toBeGreaterThan(0))
    await shop.quiet()
    await shop.sandbox.clearFaults()

    await operator.open("/onchain")
    const failed = page.getByRole("link", { name: "Failed webhook" }).filter({ hasText: "invoice.paid" })
    await failed.first().focus()
    await page.keyboard.press("Enter")
    await drawer.getByText(`"${invoiceId}"`).waitFor()
    await drawer.getByText("Last error", { exact: false }).waitFor()
    await operator.press("Run again")
    await confirmation.getByText("Nothing is captured twice", { exact: false }).waitFor()
    await operator.press("Run again")
    await operator.status("Done")
    await eventually(async () =>
      expect(await shop.merchant.order(orderId)).toMatchObject({ payment_status: "captured" })
    )
    expect((await shop.merchant.order(orderId)).captures).toHaveLength(1)
  })
}
