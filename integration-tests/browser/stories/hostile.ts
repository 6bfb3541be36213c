import {
  answerDeliveries,
  answerDeposits,
  answerDestinations,
  answerOrder,
  answerPayments,
  answerPayouts,
  answerRefunds,
  answerUnmatched,
  answerWithdrawals,
} from "../fixtures/answers"
import { deliveries } from "../fixtures/deliveries"
import { links, statuses } from "../fixtures/deposits"
import { destinations } from "../fixtures/destinations"
import { orderCases } from "../fixtures/orders"
import { attention, overview } from "../fixtures/overview"
import { paymentDetails } from "../fixtures/payment-details"
import { refundCases } from "../fixtures/refund-cases"
import { refundStates } from "../fixtures/refunds"
import { reasons } from "../fixtures/unmatched"
import { payouts, states } from "../fixtures/withdrawals"
import type { BrowserStory } from "../support/browser-suite"
import { expectInert, hostile } from "../support/hostile"
import { placeUnpaid } from "../support/unallocated"

/** Texts that people, shoppers and the provider write freely, on every kind of screen. */
export function hostileStories(story: BrowserStory): void {
  it("shows markup, reversing marks, emoji and 10,000 characters as text, on every page and drawer", async () => {
    const { operator, shop } = story
    const { page, drawer } = operator
    const deposit = hostile(statuses.review_required_ambiguous)
    const refund = hostile(refundStates.due)
    const answers = [
      answerDeposits(page, hostile([statuses.review_required_ambiguous, ...Object.values(links)])),
      answerPayments(page, [paymentDetails.hostile, hostile(paymentDetails.refunded)]),
      answerUnmatched(page, hostile([reasons.session_deleted])),
      answerDeliveries(page, hostile([deliveries.dead])),
      answerWithdrawals(page, hostile([states.failed])),
      answerRefunds(page, hostile([refundStates.due, ...Object.values(refundCases)])),
      answerDestinations(page, hostile([destinations.exchange])),
      answerPayouts(page, payouts),
      answerOrder(
        page,
        hostile({ ...orderCases.kept, ...{ deposits: [statuses.review_required_ambiguous] } })
      ),
      page.route("**/admin/onchain/attention", (route) => route.fulfill({ json: hostile(attention) })),
      page.route("**/admin/onchain/overview", (route) => route.fulfill({ json: hostile(overview) })),
    ]
    await Promise.all(answers)
    const screens = [
      () => operator.open("/onchain"),
      () => operator.openPayments(),
      () => operator.openPayment(paymentDetails.hostile.id),
      () => operator.openPayment(paymentDetails.refunded.id),
      () => operator.openQueue(),
      () => operator.openDeposit(deposit.id),
      () => operator.openUnmatched(),
      () => operator.openUnmatchedPayment(reasons.session_deleted.id),
      () => operator.openWebhook(deliveries.dead.id),
      () => operator.openWithdrawals(),
      () => operator.openWithdrawal(states.failed.id),
      () => operator.openRefunds(),
      () => operator.openRefund(refund.id),
      () => operator.openDestinations(),
      () => operator.openDestination(destinations.exchange.id),
    ]
    for (const open of screens) {
      await open()
      await expectInert(page)
    }
    await operator.openDeposit(deposit.id)
    await operator.askInMenu("Refund")
    await expectInert(page)
    const { orderId } = await placeUnpaid(shop)
    await operator.open(`/orders/${orderId}`)
    await page.getByRole("region", { name: "Crypto payment" }).waitFor()
    await expectInert(page)
    expect(await drawer.count()).toBe(0)
  })
}
