/** `dead` waits for an operator, or for its sender to repeat it. */
export const DELIVERY_STATES = ["received", "processing", "processed", "ignored", "dead"] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/**
 * Where a delivery can go from each state. A lease that ran out counts as `processing -> received`.
 *
 * A finished delivery runs again only when an operator says so; a `dead` one also when its sender repeats it, and it is over when
 * its payment is captured.
 */
export const DELIVERY_TRANSITIONS = {
  received: ["processing"],
  processing: ["received", "processed", "ignored", "dead"],
  processed: ["received"],
  ignored: ["received"],
  dead: ["received", "processed"],
} as const satisfies Record<DeliveryState, readonly DeliveryState[]>

/** An operator may run a delivery again: not while it waits for an attempt, or an attempt is in progress. */
export const RERUNNABLE_STATES = ["processed", "ignored", "dead"] as const satisfies readonly DeliveryState[]

export function refuseRerun(state: DeliveryState): "waiting" | "in_progress" | null {
  if (RERUNNABLE_STATES.some((rerunnable) => rerunnable === state)) return null
  return state === "processing" ? "in_progress" : "waiting"
}

/** Nothing waits for an old delivery in these states, so it may be deleted. */
export const PURGEABLE_STATES = ["processed", "ignored"] as const satisfies readonly DeliveryState[]

/** @returns the milliseconds before the next attempt, by the number of attempts so far, from 1 */
export const doublingPause = (firstMs: number, longestMs: number) => (attempts: number) =>
  Math.min(longestMs, firstMs * 2 ** (attempts - 1))

/** Milliseconds before a failed delivery is tried again. */
export const backoffMs = doublingPause(1_000, 30 * 60_000)

export function stateAfterFailure(attempts: number, maxAttempts: number): "received" | "dead" {
  return attempts >= maxAttempts ? "dead" : "received"
}

export const WEBHOOK_PATH = "/hooks/onchain"

/**
 * The address that the provider must send its events to: the configured one, else the host of the request with the fixed path.
 *
 * Nothing else of a request counts, so that a caller cannot choose a path, a query or a login.
 *
 * @param request.origin scheme and Host header, such as `https://api.shop.example`
 * @returns null when there is no usable host
 */
export function webhookAddress(
  { webhookUrl }: { webhookUrl?: string | undefined },
  request: { origin: string }
): string | null {
  if (webhookUrl !== undefined) return webhookUrl
  if (!/^https?:\/\//.test(request.origin) || !URL.canParse(request.origin)) return null
  return new URL(request.origin).origin + WEBHOOK_PATH
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]

/**
 * Whether a signed event may be sent to the host of a request. The caller chooses that host, so it must be the configured origin of
 * this server, or this server on this machine.
 *
 * @param server.backendUrl Medusa's `admin.backendUrl`: an origin, or a path while none is configured
 * @param server.port that the request was sent to
 */
export function isOwnOrigin(
  origin: string,
  { backendUrl, port }: { backendUrl: string | undefined; port: number | undefined }
): boolean {
  if (!URL.canParse(origin)) return false
  const asked = new URL(origin)
  if (backendUrl !== undefined && URL.canParse(backendUrl) && new URL(backendUrl).host === asked.host)
    return true
  return LOOPBACK.includes(asked.hostname) && asked.port === String(port)
}

const LOCAL_NAME = /^(?:localhost|.+\.(?:localhost|local|internal|test)|\[::1?\]|\[f[cd][0-9a-f]{2}:.*\])$/i
const LOCAL_IP = /^(?:0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/

/** Whether only this machine or network can reach an address. @example isLocalAddress("http://localhost:9000") // true */
export function isLocalAddress(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  return LOCAL_NAME.test(hostname) || (/^[\d.]+$/.test(hostname) && LOCAL_IP.test(hostname))
}

/** An event that the store sends to itself. Nothing handles it. */
export const TEST_EVENT = "onchain.test"

/**
 * Judges how far a test event came. Only our own inbox proves that it arrived: another server may answer 200, too.
 *
 * @param test.httpStatus null when there was no answer
 * @param test.reason the code of a refusal, or why there was no answer
 * @param test.delivery the event in our own inbox; null when it did not arrive
 */
export function judgeWebhookTest({
  httpStatus,
  reason,
  delivery,
}: {
  httpStatus: number | null
  reason: string | null
  delivery: DeliveryState | null
}): {
  result: "processed" | "waiting" | "refused" | "other_server" | "unexpected_answer" | "unreachable"
  isSignatureAccepted: boolean | null
} {
  if (delivery !== null) {
    const isDone = delivery === "ignored" || delivery === "processed"
    return { result: isDone ? "processed" : "waiting", isSignatureAccepted: true }
  }
  if (httpStatus === null) return { result: "unreachable", isSignatureAccepted: null }
  if (httpStatus < 300) return { result: "other_server", isSignatureAccepted: null }
  if (reason === null) return { result: "unexpected_answer", isSignatureAccepted: null }
  return { result: "refused", isSignatureAccepted: /^(?:signature|timestamp)_/.test(reason) ? false : null }
}

/** Tests in quick succession are refused. */
const TEST_PAUSE_MS = 10_000

/** @returns milliseconds until the next test, or 0 */
export function waitBeforeTest(lastMsAgo: number | null): number {
  return lastMsAgo === null ? 0 : Math.max(0, TEST_PAUSE_MS - lastMsAgo)
}
