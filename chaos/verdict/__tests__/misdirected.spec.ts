import type { Records } from "../verdict"
import { judged, must, type Spoil } from "./violated"

/** The service has the money of the last two shoppers as deposits, the others' as payments of invoices. */
const indexOf = { paid: 0, over: 1, late: 2, intent: 3, odd: 4 }
const MISDIRECTED = "money_goes_where_it_was_meant"

describe("misdirected money is noticed when", () => {
  it.each<[string, Spoil]>([
    [
      "a shopper was shown the address of another",
      ({ gateway, store }) => {
        must(gateway.transfers[indexOf.paid]).invoiceId = "inv_over"
        must(gateway.invoices[indexOf.paid]).receivedAmount = "0"
        must(gateway.invoices[indexOf.over]).receivedAmount = "36"
        must(store.payments[indexOf.over]).received_amount = "36"
        must(store.owed[0]).token_amount = "19"
        must(store.payments[indexOf.paid]).received_amount = null
      },
    ],
    [
      "a memo was missing: only the store could have lost it",
      ({ gateway }) => {
        const transfer = must(gateway.transfers[indexOf.paid])
        Object.assign(transfer, { outcome: "review", reason: "missing_memo", invoiceId: undefined })
        must(gateway.invoices[indexOf.paid]).receivedAmount = "0"
      },
    ],
    [
      "a deposit was matched to the session of another shopper",
      ({ gateway }) => (must(gateway.invoices[indexOf.intent]).externalOrderId = "payses_paid"),
    ],
    [
      "a wrong token counts as a payment",
      ({ visits }) => (must(visits[indexOf.paid]).fate = "pays_a_wrong_token"),
    ],
    [
      "more is received for a session than was sent for it",
      ({ gateway }) => (must(gateway.invoices[indexOf.paid]).receivedAmount = "18"),
    ],
  ])("%s", (_, spoil) => {
    expect(judged(spoil)).toContain(MISDIRECTED)
  })

  it.each<[string, Spoil]>([
    [
      "a deposit in review is attached to the session of another shopper",
      ({ gateway }) =>
        (must(gateway.deposits[0]).assignment.expectedIntent = { externalOrderId: "payses_intent" }),
    ],
    [
      "it never reached the service, or has no sender",
      ({ gateway }) => (must(gateway.transfers[indexOf.paid]).fromAddress = "0xsomebody"),
    ],
    [
      "one of two transfers of a sender never reached the service",
      ({ visits, gateway }) => {
        sendOverInTwo({ visits, gateway })
        must(gateway.transfers.at(-1)).fromAddress = "0xsomebody"
      },
    ],
  ])("%s, and nothing else is", (_, spoil) => {
    expect(judged(spoil)).toEqual([MISDIRECTED])
  })
})

it("follows each of two transfers from the same sender", () => {
  expect(judged(sendOverInTwo)).toEqual([])
})

/** The shopper who pays too much sends 17 and 2, from one address. */
function sendOverInTwo({ visits, gateway }: Pick<Records, "visits" | "gateway">): void {
  const [sent, arrived] = [must(visits[indexOf.over]).transfers, must(gateway.transfers[indexOf.over])]
  sent.push({ ...must(sent[0]), amount: "2" })
  must(sent[0]).amount = arrived.amount = "17"
  gateway.transfers.push({ ...arrived, amount: "2", txHash: "0xover_2" })
}

describe("money in the queues is noticed when it is", () => {
  it.each<[string, Spoil]>([
    [
      "owed back without a surplus",
      ({ store }) =>
        store.owed.push({ ...must(store.owed[0]), payment_id: "ocpay_paid", session_id: "payses_paid" }),
    ],
    [
      "unallocated and owed back at once",
      ({ store }) =>
        store.owed.push({ ...must(store.owed[0]), payment_id: "ocpay_late", session_id: "payses_late" }),
    ],
    [
      "unallocated because of a cancellation when the shopper's order is live",
      ({ store }) => {
        const payment = must(store.payments[indexOf.paid])
        Object.assign(payment, { state: "unallocated", unallocated_reason: "order_cancelled" })
      },
    ],
  ])("%s", (_, spoil) => {
    expect(judged(spoil)).toContain("odd_money_in_queue")
  })
})
