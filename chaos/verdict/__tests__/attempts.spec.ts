import { PAYMENT_UNALLOCATED } from "../../../src/modules/onchain/events"
import type { Records } from "../verdict"
import { givenUpAt, recordsOfSwitcher } from "./evidence"
import { judged as judgedBy, must, type Spoil } from "./violated"

const judged = (spoil: Spoil) => judgedBy(spoil, recordsOfSwitcher())

const SWITCHER = 5
const shownOf = ({ store }: Records) => must(store.payments.at(-1))
const otherOf = ({ store }: Records) => must(store.earlier[0])
const transferTo = (name: string, { gateway }: Records) =>
  must(gateway.transfers.find(({ invoiceId }) => invoiceId === `inv_${name}`))

/** The order was cancelled as unpaid, and nothing is captured. */
function cancel(records: Records, changed: Partial<Records["store"]["payments"][number]>): void {
  const { store } = records
  Object.assign(must(store.orders.at(-1)), { status: "canceled", canceled_at: givenUpAt, reserved: 0 })
  Object.assign(shownOf(records), changed)
  store.captures.pop()
  store.transactions.pop()
}

describe("a payment with two attempts", () => {
  it("passes when one is captured and the other's money is due with its attempt id", () => {
    expect(judged(() => undefined)).toEqual([])
  })

  it.each<[string, string[], (records: Records) => void]>([
    [
      "the other's money is missing",
      ["every_payment_balances", "every_token_balances"],
      ({ store }) => void store.owed.pop(),
    ],
    [
      "the refund names no attempt",
      ["every_payment_balances"],
      ({ store }) => void (must(store.owed.at(-1)).attempt_id = null),
    ],
    [
      "the other's money is due twice",
      ["every_payment_balances", "every_token_balances"],
      ({ store }) => void store.owed.push({ ...must(store.owed.at(-1)), id: "attempt_ocatt_other_2" }),
    ],
    [
      "the captured money is due as a refund too",
      ["every_payment_balances", "every_token_balances"],
      ({ store }) =>
        void store.owed.push({ ...must(store.owed.at(-1)), attempt_id: "ocatt_switch", token_amount: "17" }),
    ],
    [
      "it is captured twice",
      [
        ...["paid_orders_captured_once", "no_second_capture", "orders_show_what_was_paid"],
        ...["every_payment_balances", "every_token_balances"],
      ],
      ({ store }) => void store.captures.push({ ...must(store.captures.at(-1)), id: "capt_other" }),
    ],
    [
      "it is paid but not captured",
      [
        ...["paid_orders_captured_once", "orders_show_what_was_paid"],
        ...["every_payment_balances", "every_token_balances"],
      ],
      ({ store }) => void store.captures.pop(),
    ],
    [
      "one attempt's money counts for the other",
      ["money_goes_where_it_was_meant"],
      ({ visits }) => void (must(must(visits[SWITCHER]).transfers[1]).to = "0xto_switch"),
    ],
    [
      "its attempt is still being opened",
      ["nothing_waits"],
      ({ store }) =>
        void store.earlier.push({ ...must(store.earlier[0]), attempt_id: "ocatt_3", state: "opening" }),
    ],
  ])("fails when %s", (_, checks, spoil) => {
    const found = judged(spoil)
    for (const check of checks) expect(found).toContain(check)
  })

  it("fails when the order was cancelled although an attempt was paid in time", () => {
    const found = judged((records) => {
      cancel(records, { state: "unallocated", unallocated_reason: "order_cancelled", received_amount: "17" })
    })
    expect(found).toContain("paid_orders_captured_once")
  })

  it("passes when both were paid after the order was cancelled and both are visible", () => {
    const found = judged((records) => {
      cancel(records, { state: "unallocated", unallocated_reason: "order_cancelled", received_amount: "17" })
      const late = new Date(givenUpAt.getTime() + 5_000).toISOString()
      for (const name of ["switch", "other"]) transferTo(name, records).at = late
    })
    expect(found).not.toContain("paid_orders_captured_once")
    expect(found).not.toContain("every_payment_balances")
    expect(found).not.toContain("unpaid_orders_cancelled")
  })

  it("must be cancelled when no attempt was paid in full", () => {
    const found = judged((records) => {
      for (const row of [shownOf(records), otherOf(records)]) row.expected_amount = "40"
    })
    expect(found).toContain("unpaid_orders_cancelled")
  })

  it("may have been in review for a part before the other attempt paid it", () => {
    const hearOf = (records: Records) => {
      const { id } = shownOf(records)
      records.store.heard.push({
        event: PAYMENT_UNALLOCATED,
        payment_id: id,
        order_id: null,
        subject_id: null,
      })
    }
    expect(judged(hearOf)).toEqual([])
    const alone = judged((records) => {
      hearOf(records)
      records.store.earlier = []
    })
    expect(alone).toContain("ends_are_told")
  })
})
