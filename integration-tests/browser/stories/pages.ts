import type { OnchainDeliveryDetail, OnchainUnallocatedPaymentDetail } from "../../../src/types/http"
import { answerDeliveries, answerHealth, answerUnmatched, failList, type ListName } from "../fixtures/answers"
import { deliveries } from "../fixtures/deliveries"
import { health } from "../fixtures/health"
import { decisions, paymentCases, reasons } from "../fixtures/unmatched"
import { expectGoodLook } from "../support/appearance"
import type { BrowserStory } from "../support/browser-suite"
import { tabTo } from "../support/keyboard"
import { settle } from "../support/settle"

/** Each part of the drawer is in one of them. */
const payments: OnchainUnallocatedPaymentDetail[] = [
  reasons.session_deleted,
  reasons.amount_mismatch,
  reasons.cart_gone,
  reasons.partial_payment,
  reasons.implausible_amount,
  paymentCases.contradicted,
  decisions.applying,
  decisions.kept,
]
const webhooks: OnchainDeliveryDetail[] = [deliveries.dead, deliveries.received, deliveries.ignored]

/** Appearance and text of the pages of payments without an order, webhooks and health. */
export function pageStories(story: BrowserStory): void {
  /** Opens every row of a list. */
  const inEachDrawer = async (count: number, look: (index: number) => Promise<void>) => {
    for (let index = 0; index < count; index += 1) {
      await story.operator.openRow(index)
      await look(index)
      await story.operator.closeDrawer()
    }
  }

  it("has no axe violations on the queue, webhook and health pages, and fits a narrow window", async () => {
    const { operator } = story
    const { page, drawer } = operator
    await answerUnmatched(page, payments)
    await answerDeliveries(page, webhooks)
    await answerHealth(page, health)
    const look = (selector: string) => expectGoodLook(page, selector)
    await operator.openUnmatched()
    await operator.row("Checkout changed").waitFor()
    await look("main")
    await inEachDrawer(payments.length, () => look("[role=dialog]"))
    await operator.openUnmatchedPayment(reasons.session_deleted.id)
    await drawer.getByRole("radio", { name: "Another order" }).click()
    await look("[role=dialog]")
    await operator.askFor("Keep without an order")
    await operator.confirmation.getByLabel("Note", { exact: true }).fill("A voucher.")
    await look("[role=alertdialog]")

    await operator.openWebhooks()
    await operator.row("Failed").waitFor()
    await look("main")
    await inEachDrawer(webhooks.length, () => look("[role=dialog]"))
    await operator.open("/settings/onchain/health")
    await page.getByText("Needs attention (3)").waitFor()
    await look("main")
  })

  it("shows empty states, and an error when a list could not be loaded", async () => {
    const { operator } = story
    const { page } = operator
    const failing = async (name: ListName, open: () => Promise<void>) => {
      await failList(page, name)
      await open()
      await page.getByText("could not be loaded").waitFor({ timeout: 20_000 })
    }
    await answerUnmatched(page, [])
    await operator.openUnmatched()
    await page.getByText("Nothing needs review").waitFor()
    await answerDeliveries(page, [])
    await operator.openWebhooks()
    await page.getByText("No webhooks yet").waitFor()
    await operator.openWebhooks("?state=dead")
    await page.getByText("No webhook matches").waitFor()
    await failing("unallocated-payments", operator.openUnmatched)
    await failing("deliveries", operator.openWebhooks)
    // The browser's own message about the failed calls.
    expect(new Set(story.complaints.splice(0).map((line) => line.includes("500")))).toEqual(new Set([true]))
  })

  it("shows an unknown reason and check by their own names, and markup as text", async () => {
    const { operator } = story
    const { page, drawer } = operator
    await answerUnmatched(page, [decisions.unknown])
    await answerDeliveries(page, webhooks)
    await answerHealth(page, health)
    await operator.openUnmatchedPayment(decisions.unknown.id)
    await drawer.getByText("Reason: sanctions_hold").waitFor()
    await operator.openWebhook(deliveries.dead.id)
    await drawer.getByText("<b>not markup</b>", { exact: false }).waitFor()
    expect(await drawer.locator("pre b").count()).toBe(0)
    await operator.open("/settings/onchain/health")
    await page.getByText("a_check_of_a_later_version").waitFor()
  })

  it("completes a decision with the keyboard alone", async () => {
    const { operator } = story
    const { page, drawer, confirmation } = operator
    await answerUnmatched(page, [reasons.already_paid, decisions.unknown])
    await operator.openUnmatched()
    await page.getByRole("button", { name: "25 USDC, open this payment" }).first().focus()
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
