import { z } from "zod"
import { endpointNames, type EndpointName } from "../../gateway/contract"
import { parseInput } from "../sandbox-error"

const repetition = {
  /** How many times the fault strikes before it is used up. @default 1 */
  count: z.number().int().positive().optional(),
  /** Chance from 0 to 1 that it strikes, drawn from the seed. @default 1 */
  probability: z.number().min(0).max(1).optional(),
}
const onRequest = {
  ...repetition,
  /** Strikes only calls of this endpoint. */
  endpoint: z.enum(endpointNames).optional(),
}
const onDelivery = {
  ...repetition,
  /** Strikes only deliveries of this event, such as `invoice.paid`. */
  event: z.string().min(1).optional(),
}

/** Endpoints that give out an address. */
const ADDRESS_ENDPOINTS = ["createInvoice", "ensureAddress", "createIntent"] as const

/** Endpoints that answer with a list in pages. */
const PAGED_ENDPOINTS = ["listInvoices", "listTransactions", "listDeposits"] as const

/** Faults of a call to the service. */
export const requestFaultSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("latency"), ms: z.number().int().nonnegative(), ...onRequest }),
  z.strictObject({
    kind: z.literal("rate_limit"),
    retryAfterSeconds: z.number().int().nonnegative(),
    /** Says when to come back as an HTTP date in place of seconds. @default what the assumptions say */
    asDate: z.boolean().optional(),
    ...onRequest,
  }),
  z.strictObject({
    kind: z.literal("server_error"),
    /** @default the one of the code */
    status: z.number().int().min(500).max(599).optional(),
    /** @default the one of the status */
    code: z
      .enum(["INTERNAL_SERVER_ERROR", "SERVICE_UNAVAILABLE", "CACHE_COORDINATION_UNAVAILABLE"])
      .optional(),
    /** Answers with a page of HTML, as a proxy does. @default false */
    html: z.boolean().optional(),
    ...onRequest,
  }),
  z.strictObject({ kind: z.literal("reset"), ...onRequest }),
  z.strictObject({ kind: z.literal("drop_response"), ...onRequest }),
  z.strictObject({ kind: z.literal("unexpected_body"), ...onRequest }),
  z.strictObject({
    kind: z.literal("broken_answer"),
    /** @default the one of the answer */
    status: z.number().int().min(200).max(599).optional(),
    /** @default the one of the answer */
    body: z.enum(["html", "empty", "list", "odd_id", "error", "cut"]).optional(),
    ...onRequest,
  }),
  z.strictObject({
    kind: z.literal("address_pool_exhausted"),
    ...repetition,
    /** Strikes only calls of this endpoint. @default every one that gives an address */
    endpoint: z.enum(ADDRESS_ENDPOINTS).optional(),
  }),
  z.strictObject({
    kind: z.literal("altered_answer"),
    /** Fields of the answer by their names at the service; what it had under them is gone. */
    set: z.record(z.string().min(1), z.unknown()),
    ...onRequest,
  }),
  z.strictObject({ kind: z.literal("in_progress"), ...onRequest }),
  z.strictObject({
    kind: z.literal("short_list"),
    ...repetition,
    /** Strikes only calls of this endpoint. @default every list in pages */
    endpoint: z.enum(PAGED_ENDPOINTS).optional(),
  }),
])
export type RequestFault = z.infer<typeof requestFaultSchema>

/** Faults of a webhook delivery. */
export const webhookFaultSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("webhook_lost"), ...onDelivery }),
  z.strictObject({ kind: z.literal("webhook_duplicated"), times: z.number().int().min(2), ...onDelivery }),
  z.strictObject({ kind: z.literal("webhook_reordered"), ...onDelivery }),
  z.strictObject({ kind: z.literal("webhook_delayed"), ms: z.number().int().nonnegative(), ...onDelivery }),
  z.strictObject({ kind: z.literal("webhook_badly_signed"), ...onDelivery }),
])
export type WebhookFault = z.infer<typeof webhookFaultSchema>

/**
 * Something that goes wrong on purpose.
 *
 * - `latency`: the answer, and the effect, come `ms` later by the clock on the wall.
 * - `rate_limit`, `server_error`, `in_progress`, `address_pool_exhausted`: the call is refused and has no effect.
 * - `reset`: the connection is destroyed before the effect; `drop_response`: after it.
 * - `unexpected_body`: the call has its effect, and its answer is no JSON.
 * - `broken_answer`: the call has its effect, and its answer has another status, another body (`odd_id` is the right one with
 *   an identifier that is no text, `cut` is half of it), or both.
 * - `altered_answer`: the call has its effect, and fields of its answer have other values, as if the service had changed its mind.
 * - `short_list`: a page of a list names no next page, whatever follows it.
 * - `webhook_lost`: never sent. `webhook_duplicated`: sent `times` times in all.
 * - `webhook_reordered`: held until the next delivery of the same subject has been sent.
 * - `webhook_delayed`: sent `ms` later by the sandbox's clock.
 * - `webhook_badly_signed`: its first attempt is signed with a wrong secret.
 */
export type Fault = RequestFault | WebhookFault

export function isWebhookFault(fault: Fault): fault is WebhookFault {
  return isWebhookKind(fault.kind)
}

/** Whether a fault can strike a call of an endpoint. */
export function isAbout(fault: RequestFault, endpoint: EndpointName): boolean {
  if (fault.endpoint !== undefined) return fault.endpoint === endpoint
  return endpointsOf(fault)?.some((name) => name === endpoint) ?? true
}

/** The endpoints that a fault is about by its nature; undefined for every one. */
function endpointsOf({ kind }: RequestFault): readonly EndpointName[] | undefined {
  if (kind === "address_pool_exhausted") return ADDRESS_ENDPOINTS
  return kind === "short_list" ? PAGED_ENDPOINTS : undefined
}

/**
 * Reads a fault, such as the body of a control call.
 *
 * @throws SandboxError naming each field that is not valid
 */
export function parseFault(input: unknown): Fault {
  const { kind } = parseInput(z.looseObject({ kind: z.enum(FAULT_KINDS) }), input)
  return isWebhookKind(kind) ? parseInput(webhookFaultSchema, input) : parseInput(requestFaultSchema, input)
}

const FAULT_KINDS = [...requestFaultSchema.options, ...webhookFaultSchema.options].map(
  (option) => option.shape.kind.value
)

function isWebhookKind(kind: Fault["kind"]): kind is WebhookFault["kind"] {
  return kind.startsWith("webhook_")
}
