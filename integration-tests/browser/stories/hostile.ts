import { everything } from "../fixtures"
import { answer } from "../fixtures/answers"
import { deposits } from "../fixtures/deposits"
import { destinations } from "../fixtures/destinations"
import { orders, payments } from "../fixtures/payments"
import { refunds } from "../fixtures/refunds"
import { deliveries } from "../fixtures/settings"
import { unmatched } from "../fixtures/unmatched"
import { withdrawals } from "../fixtures/withdrawals"
import type { BrowserStory } from "../support/browser-suite"
import { expectInert, hostile } from "../support/hostile"
import { withoutAnimations } from "../support/settle"
import { anyOrder } from "../support/unallocated"

/** Texts that people, shoppers and the provider write freely, on every kind of screen. */
export function hostileStories(story: BrowserStory): void {
  it("shows markup, reversing marks, emoji and 10,000 characters as text, on every page and drawer", async () => {
    const { shop } = story
    const operator = story.operator.following()
    const { page, drawer } = operator
    const { attention, overview } = everything
    const lists = {
      deposits: [deposits.ambiguous, deposits.proposed],
      payments: [payments.onHold, payments.refunded],
      "unallocated-payments": [unmatched.checkoutChanged],
      deliveries: [deliveries.dead],
      withdrawals: [withdrawals.reviewed],
      refunds: [refunds.due, refunds.declined, refunds.settled],
      destinations: [destinations.exchange],
    }
    await answer(page, hostile({ ...lists, attention, overview, order: orders.kept }))
    await answer(page, { payouts: everything.payouts })
    await withoutAnimations(page)
    // A drawer opens beside its list.
    const screens = [
      () => operator.open("/onchain/overview"),
      () => operator.openPayments(),
      () => operator.openPayment(payments.onHold.id),
      () => operator.openPayment(payments.refunded.id),
      () => operator.openUnmatchedPayment(unmatched.checkoutChanged.id),
      () => operator.openWebhook(deliveries.dead.id),
      () => operator.openWithdrawal(withdrawals.reviewed.id),
      () => operator.openRefund(refunds.declined.id),
      () => operator.openDestination(destinations.exchange.id),
      async () => {
        await operator.openDeposit(deposits.ambiguous.id)
        await expectInert(page)
        await operator.askFor("Refund")
      },
    ]
    await story.operator.open("/products")
    for (const open of screens) {
      await operator.leave()
      await open()
      await expectInert(page)
    }
    await operator.leave()
    await operator.open(`/orders/${await anyOrder(shop)}`)
    await page.getByRole("region", { name: "Crypto payment" }).waitFor()
    await expectInert(page)
    expect(await drawer.count()).toBe(0)
  })
}
