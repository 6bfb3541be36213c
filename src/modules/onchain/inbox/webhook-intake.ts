import { createHash } from "node:crypto"
import { TEST_EVENT } from "../../../domain/inbox/delivery"
import type { Assumptions } from "../../../gateway/assumptions"
import { eventResource, readJson, webhookEnvelopeSchema } from "../../../gateway/contract"
import type { SignatureRefusal } from "../../../gateway/signature"
import { deliveryIdOf, findHeaderProblem, verifyDelivery } from "../../../gateway/signature"
import type { Inbox } from "./inbox"

/** The service's own messages have a handful. */
const MAX_DEPTH = 64
const SAFE_ID = /^[\w.:-]{1,200}$/

/** Stable and append-only. */
export type WebhookRefusal =
  | SignatureRefusal
  | "body_empty"
  | "body_too_large"
  | "body_incomplete"
  | "encoding_unsupported"
  | "id_invalid"
  | "body_too_deep"
  | "body_not_json"
  | "envelope_invalid"
  | "address_wrong"
  | "body_timeout"
  | "too_many_readings"

/**
 * 401 when authenticity is in doubt, another 4xx when the message is unusable. 408 and 429 make an honest
 * sender try again.
 */
export const REFUSAL_STATUS = {
  id_missing: 400,
  id_invalid: 400,
  signature_missing: 401,
  timestamp_missing: 401,
  timestamp_invalid: 401,
  timestamp_stale: 401,
  timestamp_future: 401,
  signature_invalid: 401,
  body_empty: 400,
  body_too_large: 413,
  body_incomplete: 400,
  encoding_unsupported: 415,
  body_too_deep: 400,
  body_not_json: 400,
  envelope_invalid: 400,
  address_wrong: 410,
  body_timeout: 408,
  too_many_readings: 429,
} as const satisfies Record<WebhookRefusal, number>

export type WebhookResult =
  | { isAccepted: true; deliveryId: string; event: string; isNew: boolean }
  | { isAccepted: false; reason: WebhookRefusal }

/** Since the process started, for the health page. */
export type WebhookCounts = {
  accepted: number
  repeated: number
  rejected: Partial<Record<WebhookRefusal, number>>
  lastAcceptedAt: Date | null
  lastRejected: { reason: WebhookRefusal; at: Date } | null
}

export type WebhookOutcome = { kind: "accepted" | "repeated" } | { kind: "rejected"; reason: WebhookRefusal }

type Headers = Record<string, string | string[] | undefined>

/** Verifies, stores and counts webhooks. Nothing is parsed before the signature is verified. */
export class WebhookIntake {
  readonly counts: WebhookCounts = {
    accepted: 0,
    repeated: 0,
    rejected: {},
    lastAcceptedAt: null,
    lastRejected: null,
  }

  constructor(
    private readonly inbox: Pick<Inbox, "accept" | "holds" | "revive">,
    private readonly settings: { secrets: readonly string[]; assumptions: Assumptions },
    private readonly clock: () => number,
    /** Receives every outcome; must not throw and must be fast. */
    private readonly onOutcome: (outcome: WebhookOutcome) => void = () => undefined
  ) {}

  /** Checks the headers before the body is read. @returns the refusal, counted; or null */
  refuseUnread(headers: Headers): WebhookRefusal | null {
    const problem = findHeaderProblem(headers, this.settings.assumptions.signature)
    if (problem === null && SAFE_ID.test(deliveryIdOf(headers))) return null
    const reason = problem ?? "id_invalid"
    this.reject(reason)
    return reason
  }

  /**
   * Verifies a delivery over its raw bytes and stores it.
   *
   * @throws when the database cannot take it; the sender then tries again
   */
  async accept(message: { rawBody: Buffer; headers: Headers }): Promise<WebhookResult> {
    const { secrets, assumptions } = this.settings
    if (message.rawBody.length === 0) return this.reject("body_empty")
    const verified = verifyDelivery({ ...message, secrets, nowMs: this.clock() }, assumptions.signature)
    if (!verified.isValid) return this.reject(verified.reason)
    const { deliveryId } = verified
    if (!SAFE_ID.test(deliveryId)) return this.reject("id_invalid")
    const rawBody = message.rawBody.toString("utf8")
    if (isNestedDeeper(rawBody, MAX_DEPTH)) return this.reject("body_too_deep")
    const json = parseJson(rawBody)
    if (json === undefined) return this.reject("body_not_json")
    const envelope = webhookEnvelopeSchema.safeParse(json)
    if (!envelope.success || !SAFE_ID.test(envelope.data.event)) return this.reject("envelope_invalid")

    const { event } = envelope.data
    const resourceId = safeId(eventResource(envelope.data, assumptions)["id"])
    const isNew = await this.store({ id: deliveryId, event, resourceId, rawBody })
    if (event !== TEST_EVENT) this.counts.lastAcceptedAt = new Date(this.clock())
    if (isNew) this.counts.accepted++
    else this.counts.repeated++
    this.onOutcome({ kind: isNew ? "accepted" : "repeated" })
    return { isAccepted: true, deliveryId, event, isNew }
  }

  /**
   * Deduplicates by id and body.
   *
   * Most schemes do not sign the id, so the holder of a valid delivery could send it under the id of a coming
   * one. Another body is therefore another delivery, kept beside the first. A dead one is revived when its
   * sender repeats it.
   *
   * @returns whether there is new work
   */
  private async store(delivery: Parameters<Inbox["accept"]>[0]): Promise<boolean> {
    if (await this.inbox.accept(delivery)) return true
    if (await this.inbox.holds(delivery.id, delivery.rawBody)) return this.inbox.revive(delivery.id)
    const digest = createHash("sha256").update(delivery.rawBody).digest("hex").slice(0, 16)
    const id = `${delivery.id}~${digest}`
    return (await this.inbox.accept({ ...delivery, id })) || this.inbox.revive(id)
  }

  /** Also called by the route for refusals before there is a body. */
  reject(reason: WebhookRefusal): WebhookResult {
    this.counts.rejected[reason] = (this.counts.rejected[reason] ?? 0) + 1
    this.counts.lastRejected = { reason, at: new Date(this.clock()) }
    this.onOutcome({ kind: "rejected", reason })
    return { isAccepted: false, reason }
  }
}

function safeId(value: unknown): string | null {
  return typeof value === "string" && SAFE_ID.test(value) ? value : null
}

function parseJson(text: string): unknown {
  try {
    return readJson(text)
  } catch {
    return undefined
  }
}

const QUOTE = 34
const BACKSLASH = 92
/** Brackets and braces differ in this bit only. */
const BRACE_BIT = 32
const OPENING = 91 | BRACE_BIT
const CLOSING = 93 | BRACE_BIT

/**
 * Whether a JSON text nests deeper than a limit, found without parsing. A text of brackets alone could
 * exhaust a recursive parser.
 *
 * @example isNestedDeeper("[[1]]", 1) // true
 */
export function isNestedDeeper(json: string, limit: number): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) isInText = !isInText
    else if (isInText && code === BACKSLASH) at++
    else if (!isInText && (code | BRACE_BIT) === OPENING && ++depth > limit) return true
    else if (!isInText && (code | BRACE_BIT) === CLOSING) depth--
  }
  return false
}

/**
 * Throttles a call: immediately at first, then at most once per pause.
 *
 * A request during the pause runs at its end, so a worker always wakes after the last delivery is stored.
 */
export class Throttle {
  private isPausing = false
  private wanted: (() => Promise<void>) | undefined

  constructor(private readonly pauseMs: number) {}

  /** @param call must handle its own errors */
  async request(call: () => Promise<void>): Promise<void> {
    if (this.isPausing) {
      this.wanted = call
      return
    }
    this.isPausing = true
    setTimeout(() => this.endPause(), this.pauseMs).unref()
    await call()
  }

  private endPause(): void {
    this.isPausing = false
    const call = this.wanted
    this.wanted = undefined
    if (call) void this.request(call)
  }
}
