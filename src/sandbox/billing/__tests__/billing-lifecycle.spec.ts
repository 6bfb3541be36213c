import { openBusiness } from "../../payouts/__tests__/business"
import {
  BILLING_INVOICE_STATUSES,
  BILLING_INVOICE_TRIGGERS,
  BILLING_STATES,
  BILLING_TRIGGERS,
  billingInvoiceLifecycle,
  billingLifecycle,
} from "../billing-account"
import { issueRenewal, takeBillingInvoiceStep, takeBillingStep } from "../billing-cycle"

const startup = () => openBusiness({ business: { plan: "Startup" } }).world()

describe("the lifecycle of a subscription", () => {
  const pairs = BILLING_STATES.flatMap((state) =>
    BILLING_TRIGGERS.map((trigger) => [state, trigger] as const)
  )
  it.each(pairs)("accepts or refuses %s + %s as the table says", (state, trigger) => {
    const { billing } = startup()
    billing.state = state
    const expected = billingLifecycle[state][trigger]
    if (expected) takeBillingStep(billing, trigger)
    else expect(() => takeBillingStep(billing, trigger)).toThrow("is not possible")
    expect(billing.state).toBe(expected ?? state)
  })

  it("reaches every state from active, and returns to it", () => {
    expect(Object.values(billingLifecycle.active)).toContain("past_due")
    expect(new Set(Object.values(billingLifecycle.past_due))).toEqual(new Set(["active"]))
  })
})

describe("the lifecycle of a renewal invoice", () => {
  const pairs = BILLING_INVOICE_STATUSES.flatMap((status) =>
    BILLING_INVOICE_TRIGGERS.map((trigger) => [status, trigger] as const)
  )
  it.each(pairs)("accepts or refuses %s + %s as the table says", (status, trigger) => {
    const renewal = issueRenewal(startup())
    if (!renewal) throw new Error("no renewal")
    renewal.status = status
    const expected = billingInvoiceLifecycle[status][trigger]
    if (expected) takeBillingInvoiceStep(renewal, trigger)
    else expect(() => takeBillingInvoiceStep(renewal, trigger)).toThrow("this is a bug in the sandbox")
    expect(renewal.status).toBe(expected ?? status)
  })

  it("reaches every status from open", () => {
    const reached = ["open", ...Object.values(billingInvoiceLifecycle.open)]
    expect(reached.sort()).toEqual([...BILLING_INVOICE_STATUSES].sort())
  })
})
