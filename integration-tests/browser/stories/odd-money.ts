import type { BrowserStory } from "../support/browser-suite"
import { boxOf, payWithoutMemo, placeHeld, placeTakenBack } from "../support/odd-money"
import { numberOf } from "../support/unallocated"

/** What an operator does about partial, reverted or unmatched money, against the real server. */
export function oddMoneyStories(story: BrowserStory): void {
  const box = () => story.operator.page.getByRole("region", { name: "Crypto payment" })

  it("keeps a partly paid order, with a note, and shows who did", async () => {
    const { shop, operator } = story
    const orderId = await placeHeld(shop, "8.5")
    await operator.open(`/orders/${orderId}`)
    await box().getByText("8.5 of 17 USDC received", { exact: false }).first().waitFor()
    const keep = box().getByRole("button", { name: "Keep order" })
    expect(await keep.isEnabled()).toBe(false)
    await box().getByLabel("Reason").fill("She pays the rest in cash.")
    await keep.click()
    await box().getByText("She pays the rest in cash.").waitFor()
    await box()
      .getByText(/merchant@example\.com kept this partially paid order on /)
      .waitFor()
    expect(await keep.count()).toBe(0)
    expect(await boxOf(shop, orderId)).toMatchObject({
      payments: [{ kept: { by: "merchant@example.com", note: "She pays the rest in cash." } }],
    })
  })

  it("marks a reverted payment as reviewed, and shows who did", async () => {
    const { shop, operator } = story
    try {
      const orderId = await placeTakenBack(shop)
      await operator.open(`/orders/${orderId}`)
      await box().getByText("Reverted by the provider", { exact: false }).first().waitFor()
      await box().getByRole("button", { name: "Mark as reviewed" }).click()
      await box()
        .getByText(/merchant@example\.com reviewed it on /)
        .waitFor()
      expect(await box().getByRole("button", { name: "Mark as reviewed" }).count()).toBe(0)
      expect(await boxOf(shop, orderId)).toMatchObject({
        payments: [
          { captured_at: expect.any(String), contradiction: { reviewed: { by: "merchant@example.com" } } },
        ],
      })
    } finally {
      await shop.sandbox.clearFaults()
    }
  })

  it("links a deposit without a memo to the payment with a matching amount", async () => {
    const { shop, operator } = story
    const { drawer } = operator
    const { orderId, depositId } = await payWithoutMemo(shop)
    const number = await numberOf(shop, orderId)
    await operator.openDeposit(depositId)
    const link = drawer.getByRole("button", { name: `Link to Order #${number}` })
    await link.click()
    await drawer.getByText("Linked by a user to", { exact: false }).waitFor()
    expect(await link.count()).toBe(0)
    await drawer.getByText("Linked to a payment", { exact: true }).waitFor()
  })
}
