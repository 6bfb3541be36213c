import { eventually } from "../../http/support/eventually"
import type { BrowserStory } from "../support/browser-suite"
import { focusedName, tabTo } from "../support/keyboard"
import { countClicks } from "../support/clicks"
import { numberOf, placeUnpaid } from "../support/unallocated"
import { settle } from "../support/settle"
import { sendAllUnasked, sendUnasked, signUp, UNTIL_FINAL_MS } from "../support/review"

/** What an operator does with the queue of deposits, against the real server. */
export function queueStories(story: BrowserStory): void {
  it("refunds a deposit, sees it return when the refund fails, and refunds it again", async () => {
    const { shop, operator } = story
    const id = await sendUnasked(shop, await signUp(shop), "30")
    const before = (await shop.sandbox.calls("refundDeposit")).length
    await shop.sandbox.failRefund(id)
    await operator.openDeposit(id)
    const question = await operator.askFor("Refund")
    await operator.confirmation.getByRole("button", { name: "Refund", exact: true }).click()
    expect(question).toMatch(/30 USDC goes back on Base to the sender:\s+0x[0-9a-fA-F]{40}/)
    await operator.status("Refund on its way")
    await shop.sandbox.advance(UNTIL_FINAL_MS)
    await operator.status("Needs review")
    await operator.drawer.getByText("The last attempt failed", { exact: false }).waitFor()

    await operator.askFor("Refund")
    await operator.confirmation.getByRole("button", { name: "Refund", exact: true }).click()
    await operator.status("Refund on its way")
    await shop.sandbox.advance(UNTIL_FINAL_MS)
    await operator.status("Refunded")
    expect((await shop.sandbox.calls("refundDeposit")).length - before).toBe(2)
  })

  it("takes two clicks from late money to the paid order, and every screen says the same until then", async () => {
    const { shop, operator } = story
    const { page, drawer, confirmation } = operator
    const { orderId, invoiceId } = await placeUnpaid(shop)
    const order = `Order #${await numberOf(shop, orderId)}`
    await shop.sandbox.changeSettings({ reviewsInvoiceMoney: true })
    await shop.sandbox.advance(31 * 60_000)
    const { txHash } = await shop.sandbox.pay(invoiceId)
    await shop.sandbox.advance(UNTIL_FINAL_MS)
    await shop.quiet()
    await shop.sandbox.changeSettings({ reviewsInvoiceMoney: false })

    await operator.open(`/orders/${orderId}`)
    const box = page.getByRole("region", { name: "Crypto payment" })
    await box.getByText("arrived and needs review.", { exact: false }).waitFor()
    expect(await box.innerText()).not.toContain("Nothing arrived")
    await box.getByRole("button", { name: "Review deposit" }).click()
    await drawer.getByText("Arrived after the payment had expired.").waitFor()
    await drawer.getByRole("columnheader", { name: "Expected" }).waitFor()
    const clicks = await countClicks(page)
    await drawer.getByRole("button", { name: `Accept and apply to ${order}` }).click()
    expect(await confirmation.innerText()).toContain(`${order} is marked as paid with it.`)
    await confirmation.getByRole("button", { name: "Accept and apply", exact: true }).click()
    await operator.status("Accepted")
    expect(await clicks()).toBe(2)
    expect(await shop.merchant.order(orderId)).toMatchObject({ payment_status: "captured", outstanding: 0 })
    await operator.openQueue(`?state=accepted&q=${txHash}`)
    await operator.row("Arrived after expiry").getByText(order).waitFor()
  })

  it("is too late, and reads who did what, in German too", async () => {
    const { shop, operator } = story
    const [id = "", other = ""] = await sendAllUnasked(shop, await signUp(shop), ["50", "51"])
    await operator.openDeposit(id)
    await operator.askFor("Refund")
    await shop.merchant.post(`/admin/onchain/deposits/${id}/accept`, {})
    await operator.confirmation.getByRole("button", { name: "Refund", exact: true }).click()
    await operator.drawer.getByText(/Action failed\. merchant@example\.com accepted it/).waitFor()
    await operator.status("Accepted")

    const { page, drawer, confirmation } = operator
    await page.addInitScript(`document.cookie = "lng=de;path=/"; localStorage.setItem("lng", "de")`)
    await operator.open(`/onchain/review/deposits?deposit_id=${other}`)
    await drawer.getByRole("button", { name: "Weitere Aktionen" }).click()
    await page.getByRole("menuitem", { name: "Erstatten" }).click()
    await shop.merchant.post(`/admin/onchain/deposits/${other}/accept`, {})
    await confirmation.getByRole("button", { name: "Erstatten", exact: true }).click()
    await drawer.getByText(/Aktion fehlgeschlagen\. merchant@example\.com hat die Einzahlung am/).waitFor()
    // The browser's own message about each refused call.
    const refused = expect.stringContaining("409")
    expect(story.complaints.splice(0)).toEqual([refused, refused])
  })

  it("is paged, sorted, filtered and searched by the server, with its state in the URL", async () => {
    const { shop, operator } = story
    const { page } = operator
    const customer = await signUp(shop)
    const amounts = Array.from({ length: 21 }, (_, index) => String(101 + index))
    const ids = await sendAllUnasked(shop, customer, amounts)
    const rows = page.getByRole("row").filter({ hasText: "USDC" })

    await operator.openQueue(`?customer_id=${customer.account?.customerId}`)
    await page.getByText("20 of 21 results").waitFor()
    await page.getByRole("button", { name: "Next" }).click()
    await page.getByText("21 of 21 results").waitFor()
    // The previous page stays until the next one is loaded.
    await eventually(async () => expect(await rows.count()).toBe(1))
    expect(page.url()).toContain("page=2")

    const newest = await rows.first().innerText()
    await page.getByRole("button", { name: "Received" }).click()
    await eventually(async () => expect(page.url()).toMatch(/order=observed_at/))
    await page.getByText("20 of 21 results").waitFor()
    await eventually(async () => expect(await rows.first().innerText()).toBe(newest))

    await page.getByRole("searchbox", { name: "Search" }).fill(ids[4] ?? "")
    await page.getByText("1 of 1 results").waitFor()
    await operator.row("105 USDC").waitFor()
    await page.reload()
    await page.getByText("1 of 1 results").waitFor()

    await shop.merchant.post(`/admin/onchain/deposits/${ids[4]}/accept`, {})
    await page.getByRole("button", { name: "Clear all" }).click()
    await page.getByRole("searchbox", { name: "Search" }).fill("")
    await eventually(async () => expect(new URL(page.url()).searchParams.get("state")).toBe("any"))
    await page.getByText("Accepted", { exact: true }).first().waitFor()
    await page.getByRole("button", { name: "Add a filter" }).click()
    await page.getByRole("menuitem", { name: "Token" }).click()
    await page.getByPlaceholder("USDC").fill("DOGE")
    await page.keyboard.press("Enter")
    await page.getByText("No deposit matches").waitFor()
    await page.keyboard.press("Escape")
    expect(page.url()).toContain("token=DOGE")
  })

  it("works with the keyboard alone, and accepts several at once, with one question and a result for each", async () => {
    const { shop, operator } = story
    const { page, drawer, confirmation } = operator
    const customer = await signUp(shop)
    await sendAllUnasked(shop, customer, ["81", "82"])
    const accepted = (await shop.sandbox.calls("acceptDeposit")).length
    await operator.openQueue(`?customer_id=${customer.account?.customerId}`)
    await page.getByRole("button", { name: "81 USDC" }).focus()
    await page.keyboard.press("Enter")
    await drawer.getByRole("heading", { name: "Reason" }).waitFor()
    await tabTo(operator, "Accept")
    await page.keyboard.press("Enter")
    await confirmation.waitFor()
    expect(await focusedName(operator)).toBe("Cancel")
    await settle(page)
    await page.keyboard.press("Escape")
    await confirmation.waitFor({ state: "detached" })
    await eventually(async () => expect(await focusedName(operator)).toBe("Accept"))
    await page.keyboard.press("Escape")
    await drawer.waitFor({ state: "detached" })
    await eventually(async () => expect(await focusedName(operator)).toBe("81 USDC"))

    await page.getByRole("checkbox", { name: "Select 81 USDC" }).click()
    await page.getByRole("checkbox", { name: "Select 82 USDC" }).click()
    await page.getByText("2 selected").waitFor()
    await page.getByRole("button", { name: "Accept" }).click()
    await confirmation.getByRole("heading", { name: "Accept 2 deposits without an order?" }).waitFor()
    expect(await confirmation.innerText()).toContain("81 USDC")
    await confirmation.getByRole("button", { name: "Accept", exact: true }).click()
    await eventually(async () =>
      expect(await confirmation.getByText("Done", { exact: true }).count()).toBe(2)
    )
    await confirmation.getByRole("button", { name: "Close" }).click()
    await page.getByText("2 selected").waitFor({ state: "detached" })
    expect((await shop.sandbox.calls("acceptDeposit")).length - accepted).toBe(2)
  })
}
