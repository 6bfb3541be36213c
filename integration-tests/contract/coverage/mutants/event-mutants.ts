import type { eventItems } from "../event-items"
import type { PluginItemId } from "../plugin-stories"
import { inFile, type Mutants } from "./mutant"

const invoices = inFile("src/sandbox/invoices/stored-invoice.ts")
const deposits = inFile("src/sandbox/deposits/stored-deposit.ts")
const arrival = inFile("src/sandbox/deposits/deposit-arrival.ts")
const sender = inFile("src/sandbox/webhooks/webhook-sender.ts")
const transmission = inFile("src/sandbox/webhooks/delivery-transmission.ts")
const signature = inFile("src/gateway/signature.ts")

const names = "    expired,\n    failed,\n    cancelled,\n  } satisfies"

export const eventMutants: Record<Exclude<keyof typeof eventItems, PluginItemId>, Mutants> = {
  "event:invoice.paid": invoices(
    'settled_exact: "paid",\n    settled_over: "paid"',
    'settled_exact: "settled",\n    settled_over: "settled"'
  ),
  "event:invoice.confirming": invoices(
    "payment_seen: confirming,\n    block_added: confirming,",
    'payment_seen: "seen",\n    block_added: "seen",'
  ),
  "event:invoice.expired": invoices(names, names.replace("expired", 'expired: "ended"')),
  "event:invoice.failed": invoices(names, names.replace("failed", 'failed: "ended"')),
  "event:invoice.cancelled": invoices(names, names.replace("cancelled", 'cancelled: "ended"')),
  "event:deposit.review_required": arrival('announce("deposit.review_required"', 'announce("deposit.review"'),
  "event:deposit.assigned": deposits('"deposit.assigned"', '"deposit.accepted"'),
  "event:deposit.accepted": deposits('"deposit.accepted"', '"deposit.assigned"'),
  "event:deposit.refund_pending": deposits('"deposit.refund_pending"', '"deposit.refunded"'),
  "event:deposit.refunded": deposits('"deposit.refunded"', '"deposit.refund_pending"'),
  "event:deposit.refund_failed": deposits('"deposit.refund_failed"', '"deposit.refunded"'),
  "event:withdrawal.*": inFile("src/sandbox/withdrawals/withdrawal-steps.ts")(
    "const event = prefix + ",
    'const event = "moved." + '
  ),
  "rule:webhook.signature": [
    signature("      hmac.update(body)\n", ""),
    signature('if (!isSigned) return refused("signature_invalid")', ""),
  ],
  "rule:webhook.headers": [
    signature('"x-webhook-signature"', '"x-signature"'),
    signature('"x-webhook-timestamp"', '"x-timestamp"'),
    signature('"x-webhook-id"', '"x-id"'),
  ],
  "rule:webhook.envelope": sender("JSON.stringify({ event, data:", "JSON.stringify({ event, at: 1, data:"),
  "rule:webhook.dedupe": transmission(
    "deliveryId: delivery.id,",
    "deliveryId: `${delivery.id}-${delivery.attempts.length}`,"
  ),
  "rule:webhook.review-informs": [
    arrival("stored.id, depositToWire(world, stored))", "stored.id, { depositId: stored.id })"),
    inFile("src/sandbox/deposits/deposit-steps.ts")(
      "resolutionStatus: deposit.status,\n    safeToFulfill: false",
      "resolutionStatus: deposit.status,\n    safeToFulfill: true"
    ),
  ],
  "rule:webhook.quick-2xx": [
    transmission("outcome.status >= 200 && outcome.status < 300", "outcome.status >= 200"),
    transmission("outcome.status >= 200 && outcome.status < 300", "outcome.status >= 600"),
  ],
  "rule:webhook.without-gas": inFile("src/sandbox/invoices/invoice-steps.ts")(
    "  world.webhooks.announce(",
    '  if (world.business.fairUseGasUsd === "0") return\n  world.webhooks.announce('
  ),
  "rule:detection.without-gas": inFile("src/sandbox/invoices/settlement.ts")(
    "  invoice.receivedBaseUnits += amountBaseUnits\n",
    '  if (world.business.fairUseGasUsd === "0") return\n  invoice.receivedBaseUnits += amountBaseUnits\n'
  ),
}
