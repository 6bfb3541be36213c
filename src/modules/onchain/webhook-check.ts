import type { LastWebhooks } from "./health-facts"
import type { SetupCheck } from "./setup-checks"
import type { WebhookCounts } from "./webhook-intake"

/** What a process knows of its own and what all know together: the later counts. */
export function lastOfAll(own: WebhookCounts, all: LastWebhooks): LastWebhooks {
  const { lastAcceptedAt, lastRejected } = own
  const isOwn = lastRejected && (!all.rejected || lastRejected.at > all.rejected.at)
  return { acceptedAt: later(lastAcceptedAt, all.acceptedAt), rejected: isOwn ? lastRejected : all.rejected }
}

function later(a: Date | null, b: Date | null): Date | null {
  return a && (!b || a > b) ? a : b
}

/** Judges whether webhooks arrive and are accepted. */
export function describeWebhooks({ acceptedAt, rejected }: LastWebhooks): SetupCheck {
  if (rejected && (!acceptedAt || rejected.at > acceptedAt)) {
    const message = `The last webhook was refused at ${rejected.at.toISOString()}: ${rejected.reason}. ${adviceFor(rejected.reason)}`
    return { id: "webhooks", status: "warning", message }
  }
  if (acceptedAt) {
    const refusal = rejected
      ? ` The last one refused was at ${rejected.at.toISOString()}: ${rejected.reason}.`
      : ""
    const message = `Last webhook accepted at ${acceptedAt.toISOString()}.${refusal}`
    return { id: "webhooks", status: "ok", message }
  }
  const message = "No webhook has arrived yet. The service must post to /hooks/onchain of this server."
  return { id: "webhooks", status: "warning", message }
}

/** Says what a signature does not cover. @param signedText template of what the service signs */
export function describeSignature(signedText: string): SetupCheck[] {
  if (signedText.includes("{timestamp}")) return []
  const message =
    `assumptions.signature.signedText has no {timestamp}, so the time of a webhook is not signed and an old one can be sent again ` +
    `as a fresh one. Each costs a call to the service, and captures nothing. Set it to what the service really signs.`
  return [{ id: "signature", status: "warning", message }]
}

/** Reasons are refusals of the intake; what another version wrote is met with general advice. */
function adviceFor(reason: string): string {
  if (reason === "timestamp_stale" || reason === "timestamp_future")
    return "Compare this server's clock with the service's."
  if (reason === "address_wrong") return "The service must post to /hooks/onchain of this server."
  if (/^(signature|timestamp|id)_/.test(reason)) return "Compare webhookSecrets with the service's dashboard."
  return "It came from somebody else than the service, or through a proxy that changes bodies."
}
