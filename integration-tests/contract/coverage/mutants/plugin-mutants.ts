import type { PluginItemId } from "../plugin-stories"
import { inFile, type Mutants } from "./mutant"

const lifecycle = inFile("src/domain/payment/payment-lifecycle.ts")
const settled = 'status === "paid" || status === "overpaid"'

export const pluginMutants: Record<PluginItemId, Mutants> = {
  "rule:fulfil.observed": lifecycle(settled, `${settled} || status === "pending"`),
  "rule:fulfil.confirming": lifecycle(settled, `${settled} || status === "confirming"`),
  "rule:fulfil.settled": [
    lifecycle(settled, 'status === "overpaid"'),
    lifecycle(settled, 'status === "paid"'),
    inFile("src/gateway/signature.ts")('if (!isSigned) return refused("signature_invalid")', ""),
  ],
  "rule:fulfil.rejected": ["expired", "failed", "cancelled"].map((status) =>
    lifecycle(settled, `${settled} || status === "${status}"`)
  ),
  "rule:webhook.fetch-first": inFile("src/workflows/inbox/workers/process-inbox.ts")(
    "  if (kind) return kind.handle(container, delivery)\n",
    `  const { gateway } = container.resolve("onchain")
  const fetched = gateway.getInvoice
  const { status } = JSON.parse(delivery.raw_body).data
  gateway.getInvoice = async (id) => ({ ...(await fetched(id)), ...(status && { status }) })
  if (kind) return kind.handle(container, delivery)
`
  ),
}
