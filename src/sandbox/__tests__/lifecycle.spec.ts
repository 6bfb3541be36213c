import { takeStep } from "../invoices/invoice-steps"
import {
  INVOICE_STATUSES,
  INVOICE_TRIGGERS,
  invoiceLifecycle,
  type InvoiceStatus,
} from "../invoices/stored-invoice"
import { inProcess } from "./in-process"

const ENDS: InvoiceStatus[] = ["paid", "overpaid", "expired", "failed", "cancelled"]

describe("the invoice lifecycle", () => {
  it("reaches every status from pending", () => {
    const reached = new Set<InvoiceStatus>(["pending"])
    for (const status of reached)
      for (const next of Object.values(invoiceLifecycle[status])) reached.add(next)
    expect([...reached].sort()).toEqual([...INVOICE_STATUSES].sort())
  })

  it.each(ENDS)("allows no transition after %s", (status) => {
    expect(invoiceLifecycle[status]).toEqual({})
  })

  it.each(["expired", "cancelled"] as const)("does not let a confirming invoice become %s", (trigger) => {
    expect(invoiceLifecycle.confirming[trigger]).toBeUndefined()
  })

  const pairs = INVOICE_STATUSES.flatMap((status) =>
    INVOICE_TRIGGERS.map((trigger) => [status, trigger] as const)
  )
  it.each(pairs)("accepts or refuses %s + %s as the table says", async (status, trigger) => {
    const { host, createInvoice, control } = inProcess()
    const invoice = host.current().invoices.get(await createInvoice())
    invoice.status = status
    const expected = invoiceLifecycle[status][trigger]
    if (expected) {
      takeStep(host.current(), invoice, trigger)
      expect(control.deliveries()).toHaveLength(1)
    } else {
      expect(() => takeStep(host.current(), invoice, trigger)).toThrow("is not possible")
      expect(control.deliveries()).toHaveLength(0)
    }
    expect(invoice.status).toBe(expected ?? status)
  })
})
