import {
  answerBilling,
  answerBooks,
  answerDestinations,
  answerOrder,
  answerPayouts,
  answerRefunds,
  answerWithdrawals,
  failList,
} from "../fixtures/answers"
import { billingUnwell } from "../fixtures/billing"
import { balances, reports, transactionCases, transactions } from "../fixtures/books"
import { destinations } from "../fixtures/destinations"
import { orderCases, orderPayments } from "../fixtures/orders"
import { refundCases } from "../fixtures/refund-cases"
import { refundStates } from "../fixtures/refunds"
import { payouts, states } from "../fixtures/withdrawals"
import { withdrawalCases } from "../fixtures/withdrawal-cases"
import { expectGoodLook } from "../support/appearance"
import type { BrowserStory } from "../support/browser-suite"
import { placeUnpaid } from "../support/unallocated"

/** Each part of a drawer is in one of them. */
const withdrawals = [
  states.requested,
  states.awaiting_approval,
  states.sent,
  states.failed,
  states.unknown,
  withdrawalCases.expired,
  withdrawalCases.looked,
  withdrawalCases.writtenOff,
  withdrawalCases.silent,
]
const refunds = [
  refundStates.due,
  refundStates.quoted,
  refundCases.surplus,
  refundCases.unknownAmount,
  refundCases.failedBefore,
  refundCases.settled,
]
const book = Object.values(destinations)

const LOW = { width: 390, height: 480 }

/** Appearance and text of the pages about outgoing money. */
export function moneyOutStories(story: BrowserStory): void {
  const answerAll = async () => {
    const { page } = story.operator
    await answerPayouts(page, payouts)
    await answerWithdrawals(page, withdrawals)
    await answerRefunds(page, refunds)
    await answerDestinations(page, book)
    await answerBooks(page, { balances, transactions: [...transactions, ...transactionCases], reports })
    await answerBilling(page, billingUnwell)
  }
  /** Visits each page with every dialog it opens. */
  const walk = async (look: (selector: string) => Promise<void>) => {
    const { operator } = story
    const { page, drawer } = operator
    const lists = [
      { open: operator.openWithdrawals, count: withdrawals.length },
      { open: operator.openRefunds, count: refunds.length },
      { open: operator.openDestinations, count: book.length },
    ]
    for (const { open, count } of lists) {
      await open()
      await page.getByText(`${count} of ${count} results`).waitFor()
      await look("main")
      for (let index = 0; index < count; index += 1) {
        await operator.openRow(index)
        await look("[role=dialog]")
        await operator.closeDrawer()
      }
    }
    await operator.openNewWithdrawal()
    await operator.choose("Destination", "Cold wallet")
    await operator.choose("Token", "USDC")
    await drawer.getByLabel("Amount", { exact: true }).fill("1.5")
    await look("[role=dialog]")
    await operator.openNewDestination()
    await operator.choose("Network", "Stellar")
    await look("[role=dialog]")
    for (const { id } of transactionCases) {
      await operator.openTransaction(id)
      await look("[role=dialog]")
    }
    await operator.openReport(reports[2]?.id ?? "")
    await look("[role=dialog]")
    await operator.closeDrawer()
    await look("main")
    await operator.openBalances()
    await look("main")
    await operator.openBilling()
    await page.getByRole("heading", { name: "Top-ups" }).waitFor()
    await look("main")
    const { orderId } = await placeUnpaid(story.shop)
    for (const order of [orderPayments, ...Object.values(orderCases)]) {
      await answerOrder(page, order)
      await operator.open(`/orders/${orderId}`)
      await page.getByRole("heading", { name: "Crypto payment" }).waitFor()
      // The order page is Medusa's own except for the box, which has a name.
      await look("main [role=region]")
    }
  }

  it("has no axe violations on the money-out pages, and fits a narrow window", async () => {
    const { operator } = story
    const { page } = operator
    await answerAll()
    await walk((selector) => expectGoodLook(page, selector))
    await operator.openWithdrawal(states.awaiting_approval.id)
    await operator.ask("Approve and send")
    await expectGoodLook(page, "[role=alertdialog]")
  })

  it("keeps its longest confirmation readable and usable in a low window", async () => {
    const { operator } = story
    const { page, confirmation } = operator
    await page.setViewportSize(LOW)
    await answerAll()
    await answerRefunds(page, [refundStates.confirmed])
    await operator.openRefund(refundStates.confirmed.id)
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

  it("shows empty states, and an error when a list could not be loaded", async () => {
    const { operator } = story
    const { page } = operator
    await answerPayouts(page, payouts)
    const lists = [
      {
        name: "withdrawals",
        open: operator.openWithdrawals,
        answer: answerWithdrawals,
        words: "No withdrawals yet",
      },
      { name: "refunds", open: operator.openRefunds, answer: answerRefunds, words: "No refund is due" },
      {
        name: "destinations",
        open: operator.openDestinations,
        answer: answerDestinations,
        words: "No addresses yet",
      },
    ] as const
    for (const { name, open, answer, words } of lists) {
      await answer(page, [])
      await open()
      await page.getByText(words).waitFor()
      await failList(page, name)
      await open()
      await page.getByText("could not be loaded").waitFor({ timeout: 20_000 })
    }
    // The browser's own message about the failed calls.
    expect(new Set(story.complaints.splice(0).map((line) => line.includes("500")))).toEqual(new Set([true]))
  })

  it("shows an unknown status as the provider reports it", async () => {
    const { operator } = story
    await answerPayouts(operator.page, payouts)
    await answerWithdrawals(operator.page, [withdrawalCases.unknownStatus])
    await operator.openWithdrawal(withdrawalCases.unknownStatus.id)
    await operator.drawer.getByText("Provider status: compliance_hold").waitFor()
  })
}
