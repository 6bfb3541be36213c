import { eventually } from "../../http/support/eventually"
import type { BrowserStory } from "../support/browser-suite"
import { placeUnpaid } from "../support/unallocated"

/** What an operator does with webhooks, against the real server. */
export function webhookStories(story: BrowserStory): void {
  it("finds a failed webhook from the health page, reads it, and runs it again", async () => {
    const { shop, operator } = story
    const { page, drawer } = operator
    const { orderId, invoiceId } = await placeUnpaid(shop)
    await shop.sandbox.fault({ kind: "unexpected_body", endpoint: "getInvoice", count: 1_000 })
    await shop.sandbox.payInFull(invoiceId)
    const dead = async () => (await shop.merchant.health()).webhooks.dead
    await eventually(async () => expect(await dead()).toBeGreaterThan(0))
    await shop.quiet()
    await shop.sandbox.clearFaults()

    await operator.open("/settings/onchain/health")
    await page.getByRole("link", { name: "Show failed webhooks", exact: true }).click()
    await page.getByRole("heading", { name: "Webhooks", level: 1 }).waitFor()
    // The table is redrawn after every load, and an operator waits for that.
    await page.getByText(/of [0-9]+ pages/).waitFor()
    const given = operator.row("Failed").filter({ hasText: "invoice.paid" }).first()
    await given.getByRole("button").click()
    await drawer.getByText("Last error", { exact: false }).waitFor()
    await drawer.getByText(`"${invoiceId}"`).waitFor()

    expect(await operator.decide("Run again")).toContain("nothing is captured twice")
    await operator.status("Done")
    await drawer.getByText("merchant@example.com", { exact: false }).waitFor()
    await eventually(async () =>
      expect(await shop.merchant.order(orderId)).toMatchObject({ payment_status: "captured" })
    )
    expect((await shop.merchant.order(orderId)).captures).toHaveLength(1)
  })
}
