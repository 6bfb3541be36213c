import { withdrawalPhase } from "../../gateway/contract"
import { billingInvoiceLifecycle, billingLifecycle } from "../billing/billing-account"
import { depositLifecycle } from "../deposits/stored-deposit"
import { intentLifecycle } from "../intents/stored-intent"
import { takeStep } from "../invoices/invoice-operations"
import { invoiceLifecycle, type InvoiceTrigger } from "../invoices/stored-invoice"
import { openBusiness } from "./business"
import { routeLifecycle } from "../payouts/payout-route"
import { deliveryLifecycle, replayRefusals, retryRefusals } from "../webhooks/delivery"
import { isFinal, withdrawalLifecycle, type WithdrawalStatus } from "../withdrawals/stored-withdrawal"

type Table = Record<string, Partial<Record<string, string>>>

it.each<[string, Table, first: string, ends: string[]]>([
  ["an invoice", invoiceLifecycle, "pending", ["cancelled", "expired", "failed", "overpaid", "paid"]],
  ["a deposit", depositLifecycle, "review_required", ["accepted", "assigned", "refunded"]],
  ["an intent", intentLifecycle, "active", ["matched", "replaced"]],
  ["a withdrawal", withdrawalLifecycle, "queued", ["completed", "destination_rejected", "failed"]],
  ["a payout route", routeLifecycle, "draft", ["archived"]],
  ["a subscription", billingLifecycle, "active", []],
  ["a renewal invoice", billingInvoiceLifecycle, "open", ["cancelled", "expired", "paid"]],
  ["a delivery", deliveryLifecycle, "queued", []],
])(
  "%s reaches every status from the first one, and ends only where nothing follows",
  (_, table, first, ends) => {
    const reached = new Set([first])
    for (const status of reached)
      for (const next of Object.values(table[status] ?? {})) reached.add(String(next))
    expect([...reached].sort()).toEqual(Object.keys(table).sort())
    expect(
      Object.keys(table)
        .filter((status) => Object.keys(table[status] ?? {}).length === 0)
        .sort()
    ).toEqual(ends)
  }
)

it("an invoice takes exactly the steps of its table", async () => {
  const triggers = new Set(Object.values(invoiceLifecycle).flatMap(Object.keys)) as Set<InvoiceTrigger>
  for (const status of Object.keys(invoiceLifecycle) as (keyof typeof invoiceLifecycle)[]) {
    for (const trigger of triggers) {
      const { world, invoice } = openBusiness()
      const stored = world().invoices.get(await invoice())
      stored.status = status
      const expected = invoiceLifecycle[status][trigger]
      if (expected === undefined) expect(() => takeStep(world(), stored, trigger)).toThrow(` is ${status}: `)
      else takeStep(world(), stored, trigger)
      expect([status, trigger, stored.status]).toEqual([status, trigger, expected ?? status])
    }
  }
})

it("a confirming invoice neither expires nor is cancelled", () => {
  expect(invoiceLifecycle.confirming).not.toHaveProperty("expired")
  expect(invoiceLifecycle.confirming).not.toHaveProperty("cancelled")
})

it("every status of a withdrawal means to a client what it means here", () => {
  for (const status of Object.keys(withdrawalLifecycle) as WithdrawalStatus[]) {
    const phase = isFinal(status) ? (status === "completed" ? "done" : "failed") : "pending"
    expect([status, withdrawalPhase(status)]).toEqual([status, phase])
  }
})

it("an operator may retry and replay a delivery exactly where its lifecycle has the step", () => {
  for (const [state, steps] of Object.entries(deliveryLifecycle)) {
    const { [state]: retry } = retryRefusals as Record<string, string | null>
    const { [state]: replay } = replayRefusals as Record<string, string | null>
    const hasStep = ["retried_by_hand" in steps, "replayed_by_hand" in steps]
    expect([state, retry === null, replay === null]).toEqual([state, ...hasStep])
  }
})
