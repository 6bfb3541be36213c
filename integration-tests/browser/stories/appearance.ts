import { PAGES, pathTo } from "../../../src/admin/ui/paths"
import { everything, nothing } from "../fixtures"
import { type Answers, answer } from "../fixtures/answers"
import { deposits } from "../fixtures/deposits"
import { destinations } from "../fixtures/destinations"
import { orders, payments } from "../fixtures/payments"
import { refunds } from "../fixtures/refunds"
import { deliveries } from "../fixtures/settings"
import { unmatched } from "../fixtures/unmatched"
import { withdrawals } from "../fixtures/withdrawals"
import { expectGoodLook } from "../support/accessibility"
import type { BrowserStory } from "../support/browser-suite"
import type { Operator } from "../support/operator"
import { sendUnasked, signUp } from "../support/review"
import { withoutAnimations } from "../support/settle"
import { anyOrder } from "../support/unallocated"

/** Rows whose drawers have each part. */
const rows: Partial<Answers> = {
  deposits: [deposits.ambiguous, deposits.processing, deposits.proposed, deposits.reported],
  income: everything.income,
  "unallocated-payments": [
    ...[unmatched.checkoutChanged, unmatched.implausible, unmatched.held],
    ...[unmatched.contradicted, unmatched.kept],
  ],
  deliveries: [deliveries.dead, deliveries.ignored],
  withdrawals: [
    ...[withdrawals.expired, withdrawals.awaitingApproval, withdrawals.sent],
    ...[withdrawals.reviewed, withdrawals.writtenOff, withdrawals.unknown],
  ],
  refunds: [
    ...[refunds.due, refunds.proposed, refunds.confirmed, refunds.unknownAmount],
    ...[refunds.failedBefore, refunds.settled],
  ],
  destinations: [destinations.exchange, destinations.pending, destinations.customer],
}

/** Their lists, the number of rows, and what a list says without any. Neighbours differ in both. */
const LISTS: [keyof typeof PAGES, number, string][] = [
  ["deposits", 4, "Nothing needs review"],
  ["webhooks", 2, "No webhooks yet"],
  ["unmatched", 5, "Nothing needs review"],
  ["income", 3, "No income without an order"],
  ["withdrawals", 6, "No withdrawals yet"],
  ["addresses", 3, "No addresses yet"],
  ["refunds", 6, "No refund is due"],
]

/** Other pages, and what is there once they are complete. */
const OTHER_PAGES: [keyof typeof PAGES, string][] = [
  ["overview", "Available balances"],
  ["balances", "1,204.5"],
  ["billing", "Top-ups"],
  ["payments", "Partially paid"],
  ["health", "Needs attention (3)"],
  ["setup", "3 steps left"],
  ["transactions", "Unknown"],
]

/** Pages that look like one of the others, with their headings. */
const ALIKE: [keyof typeof PAGES, string][] = [
  ["splits", "Splits"],
  ["reviewTransactions", "Transactions"],
  ["reports", "Reports"],
]

/** Dialogs with forms and questions. */
const DIALOGS: [string, (operator: Operator) => Promise<unknown>][] = [
  [
    "a new withdrawal",
    async (operator) => {
      await operator.openNewWithdrawal()
      await operator.choose("Destination", "Cold wallet")
      await operator.choose("Token", "USDC")
      await operator.drawer.getByLabel("Amount", { exact: true }).fill("1.5")
    },
  ],
  [
    "a new address",
    async (operator) => {
      await operator.openNewDestination()
      await operator.choose("Network", "Stellar")
    },
  ],
  ["an unread transaction", (operator) => operator.openTransaction("tx_unread")],
  ["a reviewed transaction", (operator) => operator.openTransaction("tx_reviewed")],
  ["a report", (operator) => operator.openReport(everything.reports[0]?.id ?? "")],
  [
    "the question before a refund",
    async (operator) => {
      await operator.openDeposit(deposits.amount.id)
      await operator.askFor("Refund")
    },
  ],
  [
    "another order for a payment, kept with a note",
    async (operator) => {
      await operator.openUnmatchedPayment(unmatched.checkoutChanged.id)
      await operator.drawer.getByRole("radio", { name: "Another order" }).click()
      await operator.askFor("Keep without an order")
      await operator.confirmation.getByLabel("Note", { exact: true }).fill("A voucher.")
    },
  ],
  [
    "the question before a payout",
    async (operator) => {
      await operator.openRefund(refunds.confirmed.id)
      await operator.ask("Approve and send")
    },
  ],
]

const LOW = { width: 390, height: 480 }

/** Appearance and text of the dashboard, in states that may be hard to reach. */
export function appearanceStories(story: BrowserStory): void {
  const look = (selector: string, name?: string) => expectGoodLook(story.operator.page, selector, name)
  const open = (page: keyof typeof PAGES) => story.operator.open(PAGES[page])
  const saysOnceThatItIsTheSandbox = async () => {
    const { page, banner } = story.operator
    await banner.first().waitFor()
    expect({ at: page.url(), banners: await banner.count() }).toEqual({ at: page.url(), banners: 1 })
  }

  describe("has no axe violations, in light and dark mode, fits a narrow window, and says once that it is the sandbox:", () => {
    beforeEach(async () => {
      await withoutAnimations(story.operator.page)
      await answer(story.operator.page, everything)
    })

    it("each list and its drawers, while Medusa's own pages do not say it", async () => {
      const { operator } = story
      await answer(operator.page, rows)
      await operator.open(PAGES.overview)
      for (const [name, count] of LISTS) {
        await operator.follow(PAGES[name])
        await operator.page.getByText(`${count} of ${count} results`).waitFor()
        await look("main")
        await saysOnceThatItIsTheSandbox()
        for (let index = 0; index < count; index += 1) {
          await operator.openRow(index)
          await look("[role=dialog]")
          await operator.closeDrawer()
        }
      }
      for (const [name, heading] of ALIKE) {
        await operator.follow(PAGES[name])
        await operator.page.getByRole("heading", { name: heading, level: 1 }).waitFor()
        await saysOnceThatItIsTheSandbox()
      }
      await operator.leave()
      expect(await operator.banner.count()).toBe(0)
    })

    it("each other page, unfolded; in live no page says it", async () => {
      const { operator } = story
      const { page } = operator
      await operator.open(PAGES.deposits)
      for (const [name, words] of OTHER_PAGES) {
        await operator.follow(PAGES[name])
        await page.getByText(words).first().waitFor()
        for (const summary of await page.locator("main summary").all()) await summary.click()
        await look("main")
        await saysOnceThatItIsTheSandbox()
      }
      for (const { id } of [payments.onHold, payments.blocked, payments.contradicted]) {
        await operator.leave()
        await operator.following().openPayment(id)
        await look("main")
        await saysOnceThatItIsTheSandbox()
      }
      await answer(page, { environment: { environment: "live" } })
      await open("overview")
      await page.getByText("Available balances").waitFor()
      expect(await operator.banner.count()).toBe(0)
    })

    it("each dialog", async () => {
      const operator = story.operator.following()
      await open("overview")
      for (const [name, show] of DIALOGS) {
        await operator.leave()
        await show(operator)
        const isQuestion = (await operator.confirmation.count()) > 0
        await look(isQuestion ? "[role=alertdialog]" : "[role=dialog]", name)
      }
    })

    it("the line above the orders, and the boxes beside an order and a customer", async () => {
      const { operator, shop } = story
      const { page } = operator
      await operator.open("/orders")
      await page.getByText("32 crypto payments need you · 4 withdrawals wait for you").waitFor()
      await look("main [role=status]")
      await saysOnceThatItIsTheSandbox()
      const orderId = await anyOrder(shop)
      for (const order of Object.values(orders)) {
        await answer(page, { order })
        await operator.open(`/orders/${orderId}`)
        await page.getByRole("heading", { name: "Crypto payment" }).waitFor()
        // The order page is Medusa's own except for the box, which has a name.
        await look("main [role=region]")
        await saysOnceThatItIsTheSandbox()
      }
      await operator.open(pathTo.customer((await signUp(shop)).account?.customerId ?? ""))
      await page.getByRole("heading", { name: "Deposits to review" }).waitFor()
      expect(await page.getByRole("button", { name: /^Review .+/ }).count()).toBe(5)
      await page.getByText(/^5 of \d+ shown$/).waitFor()
      await look("main [role=region]")
      await saysOnceThatItIsTheSandbox()
    })
  })

  it("says that a list is empty, and offers to try again when one could not be loaded", async () => {
    const { page } = story.operator
    await answer(page, nothing)
    await open("overview")
    for (const [name, , words] of LISTS) {
      await story.operator.follow(PAGES[name])
      await page.getByText(words).waitFor()
    }
    await open("deposits")
    await page.getByRole("searchbox", { name: "Search" }).fill("0xnothing")
    await page.getByText("No deposit matches").waitFor()
    expect(page.url()).toContain("q=0xnothing")

    await page.route("**/admin/onchain/*?**", (route) => route.fulfill({ status: 500, json: {} }))
    await open("addresses")
    await page.getByText("could not be loaded").waitFor({ timeout: 30_000 })
    await answer(page, everything)
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByRole("row").filter({ hasText: "Payroll" }).waitFor()
    // The browser's own message about the failed calls.
    expect(new Set(story.complaints.splice(0).map((line) => line.includes("500")))).toEqual(new Set([true]))
  })

  it("shows a status, a reason and a check that it does not know by their own names, and markup as text", async () => {
    const { operator } = story
    const { page, drawer } = operator
    await answer(page, everything)
    await operator.openWithdrawal(withdrawals.unknownStatus.id)
    await drawer.getByText("Provider status: compliance_hold").waitFor()
    await operator.leave()
    await operator.following().openUnmatchedPayment(unmatched.unknownReason.id)
    await drawer.getByText("Reason: sanctions_hold").waitFor()
    await operator.leave()
    await operator.following().openWebhook(deliveries.dead.id)
    await drawer.getByText("<b>not markup</b>", { exact: false }).waitFor()
    expect(await drawer.locator("pre b").count()).toBe(0)
    await operator.follow(PAGES.health)
    // What is in order is folded, so that a phone shows what is not on one screen.
    await page.getByText(/^Passed \(\d+\)$/).click()
    await page.getByText("a_check_of_a_later_version").waitFor()
  })

  it("keeps its longest confirmation readable and usable in a low window", async () => {
    const { operator } = story
    const { page, confirmation } = operator
    await answer(page, everything)
    await page.setViewportSize(LOW)
    await operator.openRefund(refunds.confirmed.id)
    await operator.ask("Approve and send")
    const title = confirmation.getByRole("heading", { name: "Approve and send" })
    const button = confirmation.getByRole("button", { name: "Approve and send" })
    for (const part of [title, button]) {
      await part.scrollIntoViewIfNeeded()
      const box = await part.boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual(0)
      expect((box?.y ?? LOW.height) + (box?.height ?? 0)).toBeLessThanOrEqual(LOW.height)
    }
  })

  it("shows a customer's addresses and deposits in review, which it resolves in place, and nothing for a customer without any", async () => {
    const { shop, operator } = story
    const { page } = operator
    const [customer, stranger] = [await signUp(shop), await signUp(shop)]
    const id = await sendUnasked(shop, customer, "15")
    await operator.open(`/customers/${customer.account?.customerId}`)
    const widget = page.getByRole("heading", { name: "Crypto payments" })
    await widget.waitFor()
    const addresses = page.getByRole("list", { name: "Payment addresses" })
    await addresses.getByText(/^Last confirmed/).waitFor()
    expect(await addresses.getByRole("button").count()).toBe(0)
    await page.getByRole("button", { name: "Review 15 USDC" }).focus()
    await page.keyboard.press("Enter")
    await operator.status("Needs review")
    await operator.drawer.locator(`[title="${id}"]`).waitFor()
    await page.keyboard.press("Escape")
    await operator.drawer.waitFor({ state: "detached" })
    const box = page.getByRole("region", { name: "Crypto payments" })
    expect(await operator.askFor("Accept", box)).toContain("15 USDC")
    await operator.confirm("Accept")
    await operator.status("Accepted")
    await operator.closeDrawer()
    await page.getByRole("heading", { name: "Deposits to review" }).waitFor({ state: "detached" })

    const answered = page.waitForResponse(/\/admin\/onchain\/customers\//)
    await operator.open(`/customers/${stranger.account?.customerId}`)
    expect((await answered).status()).toBe(200)
    await page.getByRole("heading", { name: "customer-" }).first().waitFor()
    expect(await widget.count()).toBe(0)
  })
}
