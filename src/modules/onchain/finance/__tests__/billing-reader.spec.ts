import { readFee } from "../../../../domain/payment/rails"
import { parseAssumptions } from "../../../../gateway/assumptions"
import type { Billing } from "../../../../gateway/contract"
import { BillingReader } from "../billing-reader"

const { billing: names } = parseAssumptions().fields
const read = (plan: Billing, usage: Billing) =>
  new BillingReader(
    { getBilling: () => Promise.resolve(plan), getBillingUsage: () => Promise.resolve(usage) },
    names,
    Date.now
  ).read()

test.each(["0.0055", "55"])("a fee of %s on Growth is reported, and the list price is used", async (sent) => {
  const { billing, warnings } = await read(
    { invoiceFeePercent: sent, minimumFeeUsd: "0.05" },
    { plan: "Growth" }
  )
  expect(readFee(billing)).toEqual({ percent: "0.55", minimumUsd: "0.05" })
  const message = expect.stringContaining("assumptions.fields.billing.invoiceFeePercent") as string
  expect(warnings).toContainEqual({ id: "unread", severity: "warning", message })
})

test("a negotiated fee is used as it is", async () => {
  const { billing } = await read({ plan: "Growth", invoiceFeePercent: "0.40" }, {})
  expect(billing.invoiceFeePercent).toBe("0.40")
})
