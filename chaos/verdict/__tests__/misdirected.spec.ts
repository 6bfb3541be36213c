import type { Records } from "../verdict"
import { cleanRecords } from "./evidence"
import { must, violated } from "./violated"

function judged(spoil: (records: Records) => void): string[] {
  const records = cleanRecords()
  spoil(records)
  return violated(records)
}

/** The service has the money of the last two shoppers as deposits, the others' as payments of invoices. */
const indexOf = { paid: 0, over: 1, late: 2, intent: 3, odd: 4 }

describe("misdirected money", () => {
  it("is noticed when a shopper was shown the address of another", () => {
    const found = judged(({ gateway, store }) => {
      must(gateway.transfers[indexOf.paid]).invoiceId = "inv_over"
      must(gateway.invoices[indexOf.paid]).receivedAmount = "0"
      must(gateway.invoices[indexOf.over]).receivedAmount = "36"
      must(store.payments[indexOf.over]).received_amount = "36"
      must(store.owed[0]).token_amount = "19"
      must(store.payments[indexOf.paid]).received_amount = null
    })
    expect(found).toContain("money_goes_where_it_was_meant")
  })

  it("is noticed when a memo was missing: only the store could have lost it", () => {
    const found = judged(({ gateway }) => {
      const transfer = must(gateway.transfers[indexOf.paid])
      Object.assign(transfer, { outcome: "review", reason: "missing_memo", invoiceId: undefined })
      must(gateway.invoices[indexOf.paid]).receivedAmount = "0"
    })
    expect(found).toContain("money_goes_where_it_was_meant")
  })

  it("is noticed when a deposit was matched to the session of another shopper", () => {
    const found = judged(({ gateway }) => {
      must(gateway.invoices[indexOf.intent]).externalOrderId = "payses_paid"
    })
    expect(found).toContain("money_goes_where_it_was_meant")
  })

  it("is noticed when a deposit in review is attached to the session of another shopper", () => {
    const found = judged(({ gateway }) => {
      must(gateway.deposits[0]).assignment.expectedIntent = { externalOrderId: "payses_intent" }
    })
    expect(found).toEqual(["money_goes_where_it_was_meant"])
  })

  it("is noticed when it never reached the service, or has no sender", () => {
    const found = judged(({ gateway }) => {
      must(gateway.transfers[indexOf.paid]).fromAddress = "0xsomebody"
    })
    expect(found).toEqual(["money_goes_where_it_was_meant"])
  })

  it("is noticed when a wrong token counts as a payment", () => {
    expect(judged(({ visits }) => void (must(visits[indexOf.paid]).fate = "pays_a_wrong_token"))).toContain(
      "money_goes_where_it_was_meant"
    )
  })

  it("is noticed when more is received for a session than was sent for it", () => {
    const found = judged(({ gateway }) => void (must(gateway.invoices[indexOf.paid]).receivedAmount = "18"))
    expect(found).toContain("money_goes_where_it_was_meant")
  })
})

describe("money in the queues", () => {
  it("is not owed back without a surplus", () => {
    const found = judged(({ store }) => {
      const surplus = must(store.owed[0])
      store.owed.push({ ...surplus, payment_id: "ocpay_paid", session_id: "payses_paid" })
    })
    expect(found).toContain("odd_money_in_queue")
  })

  it("is not unallocated and owed back at once", () => {
    const found = judged(({ store }) => {
      const surplus = must(store.owed[0])
      store.owed.push({ ...surplus, payment_id: "ocpay_late", session_id: "payses_late" })
    })
    expect(found).toContain("odd_money_in_queue")
  })

  it("is not unallocated because of a cancellation when the shopper's order is live", () => {
    const found = judged(({ store }) => {
      const payment = must(store.payments[indexOf.paid])
      Object.assign(payment, { state: "unallocated", unallocated_reason: "order_cancelled" })
    })
    expect(found).toContain("odd_money_in_queue")
  })
})
