import { z } from "zod"
import { type EndpointName, endpointNames } from "../../gateway/contract"
import type { Identifiers } from "../determinism/identifiers"
import { parseInput } from "../sandbox-error"

const repetition = {
  /** Times it strikes. @default 1 */
  count: z.number().int().positive().optional(),
  /** Chance that it strikes, 0 to 1, drawn from the seed. @default 1 */
  probability: z.number().min(0).max(1).optional(),
}
const onRequest = {
  ...repetition,
  /** Strikes only this endpoint. */
  endpoint: z.enum(endpointNames).optional(),
  /** Strikes only calls whose path has this part, such as the id of an invoice. */
  subject: z.string().min(1).optional(),
}
const onDelivery = {
  ...repetition,
  /** Strikes only this event, such as `invoice.paid`. */
  event: z.string().min(1).optional(),
}

const ADDRESS_ENDPOINTS = ["createInvoice", "ensureAddress", "createIntent"] as const

const PAGED_ENDPOINTS = ["listInvoices", "listTransactions", "listDeposits"] as const

const requestFaultSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("latency"), ms: z.number().int().nonnegative(), ...onRequest }),
  z.strictObject({
    kind: z.literal("rate_limit"),
    retryAfterSeconds: z.number().int().nonnegative(),
    /** Writes `Retry-After` as an HTTP date. @default what the assumptions say */
    asDate: z.boolean().optional(),
    ...onRequest,
  }),
  z.strictObject({
    kind: z.literal("server_error"),
    /** @default the status of the code */
    status: z.number().int().min(500).max(599).optional(),
    /** @default the code of the status */
    code: z
      .enum(["INTERNAL_SERVER_ERROR", "SERVICE_UNAVAILABLE", "CACHE_COORDINATION_UNAVAILABLE"])
      .optional(),
    /** Answers with HTML, as a proxy does. @default false */
    html: z.boolean().optional(),
    ...onRequest,
  }),
  z.strictObject({
    kind: z.literal("refusal"),
    status: z.number().int().min(400).max(499),
    /** Any, as a service may have codes of its own. */
    code: z.string().min(1),
    ...onRequest,
  }),
  z.strictObject({ kind: z.literal("reset"), ...onRequest }),
  z.strictObject({ kind: z.literal("drop_response"), ...onRequest }),
  z.strictObject({ kind: z.literal("unexpected_body"), ...onRequest }),
  z.strictObject({
    kind: z.literal("broken_answer"),
    status: z.number().int().min(200).max(599).optional(),
    body: z.enum(["html", "empty", "list", "odd_id", "error", "cut"]).optional(),
    ...onRequest,
  }),
  z.strictObject({
    kind: z.literal("address_pool_exhausted"),
    ...repetition,
    /** Strikes only this endpoint. @default every endpoint that returns an address */
    endpoint: z.enum(ADDRESS_ENDPOINTS).optional(),
  }),
  z.strictObject({
    kind: z.literal("altered_answer"),
    /** Fields to replace in the answer, by their wire names. */
    set: z.record(z.string().min(1), z.unknown()),
    ...onRequest,
  }),
  z.strictObject({ kind: z.literal("in_progress"), ...onRequest }),
  z.strictObject({
    kind: z.literal("short_list"),
    ...repetition,
    /** Strikes only this endpoint. @default every paged list */
    endpoint: z.enum(PAGED_ENDPOINTS).optional(),
  }),
])

export type RequestFault = z.infer<typeof requestFaultSchema>

const webhookFaultSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("webhook_lost"), ...onDelivery }),
  z.strictObject({ kind: z.literal("webhook_duplicated"), times: z.number().int().min(2), ...onDelivery }),
  z.strictObject({ kind: z.literal("webhook_reordered"), ...onDelivery }),
  z.strictObject({ kind: z.literal("webhook_delayed"), ms: z.number().int().nonnegative(), ...onDelivery }),
  z.strictObject({ kind: z.literal("webhook_badly_signed"), ...onDelivery }),
])

export type WebhookFault = z.infer<typeof webhookFaultSchema>

/**
 * A deliberate failure.
 *
 * - `latency`: the effect and the answer come `ms` later, in real time.
 * - `rate_limit`, `server_error`, `refusal`, `in_progress`, `address_pool_exhausted`: refused without effect.
 * - `reset`: the connection breaks before the effect; `drop_response`: after it.
 * - `unexpected_body`: the effect happens, the answer is not JSON.
 * - `broken_answer`: the effect happens, the answer has another status, another body (`odd_id`: an id that is
 * not text; `cut`: half of it), or both.
 * - `altered_answer`: the effect happens, fields of the answer have other values.
 * - `short_list`: a page names no next page although one follows.
 * - `webhook_lost`: never sent. `webhook_duplicated`: sent `times` times in all.
 * - `webhook_reordered`: held until the next delivery of the same subject was sent.
 * - `webhook_delayed`: sent `ms` later by the sandbox's clock.
 * - `webhook_badly_signed`: the first attempt has a wrong signature.
 */
export type Fault = RequestFault | WebhookFault

function isWebhookFault(fault: Fault): fault is WebhookFault {
  return fault.kind.startsWith("webhook_")
}

/** @param path of the call */
function isAbout(fault: RequestFault, endpoint: EndpointName, path: string): boolean {
  const subject = "subject" in fault ? fault.subject : undefined
  if (subject !== undefined && !path.split("/").includes(subject)) return false
  if (fault.endpoint !== undefined) return fault.endpoint === endpoint
  const names: readonly EndpointName[] = ENDPOINTS_OF_KIND[fault.kind] ?? [endpoint]
  return names.includes(endpoint)
}

/** Kinds that are limited to some endpoints. */
const ENDPOINTS_OF_KIND: Partial<Record<Fault["kind"], readonly EndpointName[]>> = {
  address_pool_exhausted: ADDRESS_ENDPOINTS,
  short_list: PAGED_ENDPOINTS,
}

const faultSchema = z.discriminatedUnion("kind", [requestFaultSchema, webhookFaultSchema])

/** @throws SandboxError naming each invalid field */
export function parseFault(input: unknown): Fault {
  return parseInput(faultSchema, input)
}

export type FaultBox = ReturnType<typeof createFaultBox>

/** Faults strike in the order they were added. */
export function createFaultBox(identifiers: Identifiers) {
  let armed: { fault: Fault; left: number }[] = []

  function strikes({ probability }: Fault): boolean {
    return probability === undefined || identifiers.fraction("fault") < probability
  }
  function take<T extends Fault>(applies: (fault: Fault) => fault is T): T | undefined {
    for (const hit of armed) {
      const { fault } = hit
      if (!applies(fault) || !strikes(fault)) continue
      hit.left -= 1
      armed = armed.filter(({ left }) => left > 0)
      return fault
    }
    return undefined
  }

  return {
    add: (fault: Fault) => void armed.push({ fault, left: fault.count ?? 1 }),
    clear(): void {
      armed = []
    },
    /** Takes the faults of a call: at most one latency and one other. */
    takeForRequest(endpoint: EndpointName, path: string) {
      const isHere = (fault: Fault): fault is RequestFault =>
        !isWebhookFault(fault) && isAbout(fault, endpoint, path)
      const latency = take((fault) => fault.kind === "latency" && isHere(fault))
      return {
        latencyMs: latency?.ms ?? 0,
        fault: take((fault): fault is RequestFault => fault.kind !== "latency" && isHere(fault)),
      }
    },
    takeForDelivery: (event: string) =>
      take(
        (fault): fault is WebhookFault =>
          isWebhookFault(fault) && (fault.event === undefined || fault.event === event)
      ),
    pending: () => armed.map(({ fault }) => fault),
  }
}
