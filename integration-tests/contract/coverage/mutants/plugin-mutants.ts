import type { PluginItemId } from "../plugin-stories"
import { inFile, type Mutants } from "./mutant"

const lifecycle = inFile("src/domain/payment/payment-status.ts")
const settled = 'status === "paid" || status === "overpaid"'

const confirmingIsEnough = lifecycle(settled, `${settled} || status === "confirming"`)

/** The invoice as the plugin reads it, changed by what comes before: `change` is an object of fields. */
const readsInvoiceWith = (before: string, change: string) => `
  const { gateway, payments } = container.resolve("onchain")
  const fetched = gateway.getInvoice
  ${before}
  gateway.getInvoice = async (id) => ({ ...(await fetched(id)), ...${change} })
`

export const pluginMutants: Record<PluginItemId, Mutants> = {
  "rule:fulfil.observed": confirmingIsEnough,
  "rule:fulfil.confirming": confirmingIsEnough,
  "rule:fulfil.settled": [
    lifecycle(settled, 'status === "overpaid"'),
    lifecycle(settled, 'status === "paid"'),
    inFile("src/gateway/signature.ts")('if (!isSigned) return refused("signature_invalid")', ""),
  ],
  "rule:fulfil.rejected": lifecycle(settled, `${settled} || status === "failed"`),
  // Any invoice of a deposit counts as attached to the order.
  "rule:webhook.fulfil": inFile("src/workflows/payment/workers/deposit-invoices.ts")(
    "  const invoice = await fetchInvoice(container, invoiceId)\n",
    readsInvoiceWith(
      'const { external_order_id } = await payments.find({ kind: "auto_deposit" })',
      '{ autoDepositAssignmentStatus: "matched", externalOrderId: external_order_id }'
    ).replace(", payments", "") + "  const invoice = await fetchInvoice(container, invoiceId)\n"
  ),
  // The event decides, in place of the fetched invoice.
  "rule:webhook.fetch-first": inFile("src/workflows/inbox/workers/process-inbox.ts")(
    "  if (kind) return kind.handle(container, delivery)\n",
    readsInvoiceWith(
      "const { status } = JSON.parse(delivery.raw_body).data",
      "(status && { status, receivedAmount: undefined })"
    ) + "  if (kind) return kind.handle(container, delivery)\n"
  ),
}
