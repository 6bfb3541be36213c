import { parseAssumptions } from "../../../../gateway/assumptions"
import { signDelivery } from "../../../../gateway/signature"
import { WebhookIntake } from "../inbox"
import { MemoryInbox } from "./memory-inbox"

export const nowMs = 1_700_000_000_000
export const secret = "whsec_newest"
export const paidBody = '{"event":"invoice.paid","data":{"id":"inv_1"}}'
const assumptions = parseAssumptions()

/** A door with an inbox in memory behind it. */
export function setUpIntake(change: Parameters<typeof parseAssumptions>[0] = {}) {
  const inbox = new MemoryInbox()
  const settings = { secrets: [secret, "whsec_older1"], assumptions: parseAssumptions(change) }
  const intake = new WebhookIntake(inbox, settings, () => nowMs)
  return { inbox, intake, accept: acceptBy(intake) }
}

export function acceptBy(intake: WebhookIntake) {
  return ({ headers, rawBody }: ReturnType<typeof signedMessage>) =>
    intake.accept(headers, () => Promise.resolve({ bytes: rawBody }))
}

/** A delivery as the service sends it, signed over exactly these bytes. */
export function signedMessage(
  body: string | Buffer = paidBody,
  change: Partial<Parameters<typeof signDelivery>[0]> = {}
) {
  const rawBody = Buffer.from(body)
  const headers = signDelivery(
    { body: rawBody, deliveryId: "dlv_1", timestampMs: nowMs, secret, ...change },
    assumptions.signature
  )
  return { rawBody, headers }
}
