import { z } from "zod"

/**
 * Every detail the interface document leaves open, as a named setting.
 *
 * UNDOCUMENTED: each default is our guess. A merchant overrides it through the plugin option `assumptions`.
 * The sandbox takes the same settings, so the contract tests can run with several sets.
 *
 * @see docs/service-facts.md
 */
export const assumptionsSchema = z.strictObject({
  signature: z
    .strictObject({
      /** UNDOCUMENTED: HMAC digest of `X-Webhook-Signature`. */
      algorithm: z.enum(["sha256", "sha512"]).default("sha256"),
      /** UNDOCUMENTED: text encoding of the digest. */
      encoding: z.enum(["hex", "base64"]).default("hex"),
      /** UNDOCUMENTED: text before the digest, such as `sha256=`. */
      prefix: z.string().default(""),
      /** UNDOCUMENTED: what is signed; `{timestamp}`, `{id}` and `{body}` are replaced by the raw values. */
      signedText: z.string().includes("{body}").default("{timestamp}.{body}"),
      /** UNDOCUMENTED: unit of `X-Webhook-Timestamp`. */
      timestampUnit: z.enum(["s", "ms", "iso"]).default("s"),
      /**
       * UNDOCUMENTED: how far the timestamp may lie from our clock, either way, in milliseconds. Zero is
       * allowed and strict.
       */
      toleranceMs: z.number().int().nonnegative().default(300_000),
    })
    .prefault({}),
  /**
   * UNDOCUMENTED: fields that hold the identifier of a resource, tried in order. Never a field that refers to
   * another resource. The sandbox writes the last.
   */
  ids: z
    .strictObject({
      customer: fields("customerId", "id"),
      invoice: fields("invoiceId", "id"),
      intent: fields("intentId", "id"),
      quote: fields("quoteId", "id"),
      withdrawal: fields("withdrawalId", "id"),
      transaction: fields("transactionId", "id"),
      /** In lists and answers to actions. The documented `depositId` comes first wherever it is. */
      deposit: fields("id", "depositId"),
    })
    .prefault({}),
  /**
   * UNDOCUMENTED: fields that hold the resource in an answer, tried in order; empty when the answer is the
   * resource. The sandbox uses the last.
   */
  envelopes: z
    .strictObject({
      customer: envelopes("data", "customer", ""),
      /** The answer of the ensure operation. */
      address: envelopes("data", ""),
      invoice: envelopes("data", "invoice", ""),
      intent: envelopes("data", "intent", ""),
      quote: envelopes("data", "quote", ""),
      withdrawal: envelopes("data", "withdrawal", ""),
      depositAction: envelopes("data", "deposit", ""),
      billing: envelopes("data", "billing", ""),
    })
    .prefault({}),
  list: z
    .strictObject({
      /**
       * UNDOCUMENTED: fields that hold the rows of a list, tried in order; empty when the answer is the array.
       * The sandbox uses the last.
       */
      itemsFields: envelopes("", "items", "results", "data"),
      /** UNDOCUMENTED: field that holds the next cursor; absent or null after the last page. */
      nextCursorField: z.string().min(1).default("nextCursor"),
      /** UNDOCUMENTED: query parameter that carries the cursor. */
      cursorParam: z.string().min(1).default("cursor"),
      /** UNDOCUMENTED: rows requested per page. */
      pageSize: z.number().int().positive().default(100),
      /** UNDOCUMENTED: most rows of a page, whatever the `limit`; null when unknown. */
      maxPageSize: z.number().int().positive().nullable().default(null),
      /** UNDOCUMENTED: rows of a page without a `limit`; null when unknown. */
      defaultPageSize: z.number().int().positive().nullable().default(null),
    })
    .prefault({}),
  rateLimit: z
    .strictObject({
      /** UNDOCUMENTED: response headers that say how long to wait, first match wins. */
      retryHeaders: z.array(z.string().min(1)).min(1).default(["retry-after"]),
      /** UNDOCUMENTED: how the sandbox writes that wait. The client reads both. */
      retryHeaderForm: z.enum(["seconds", "date"]).default("seconds"),
    })
    .prefault({}),
  errors: z
    .strictObject({
      /** UNDOCUMENTED: shape of an item of `error.details`. The client shows any; the sandbox writes this one. */
      detailForm: z.enum(["object", "text"]).default("object"),
      /**
       * UNDOCUMENTED: HTTP status of codes whose category leaves it open. The client goes by status and code.
       */
      statuses: z
        .strictObject({
          insufficientBalance: z.number().int().min(400).max(499).default(409),
          webhookCooldown: z.number().int().min(400).max(499).default(409),
          billing: z.number().int().min(400).max(499).default(409),
          cacheCoordinationUnavailable: z.number().int().min(500).max(599).default(503),
        })
        .prefault({}),
    })
    .prefault({}),
  idempotency: z
    .strictObject({
      /** UNDOCUMENTED: longest key the service takes. Ours have at most 64 characters. */
      maxKeyLength: z.number().int().min(64).default(255),
      /**
       * UNDOCUMENTED: how long the service remembers a key, in milliseconds; null for the life of a quote, an
       * hour at most.
       */
      retentionMs: z.number().int().positive().nullable().default(null),
    })
    .prefault({}),
  paths: z
    .strictObject({
      /**
       * UNDOCUMENTED: creates an auto-deposit intent. Without `{customerId}` in the path, the body carries
       * `customerId`.
       */
      createIntent: path("/businesses/{businessId}/customers/{customerId}/auto-deposit-intents"),
      /** UNDOCUMENTED: fetches one withdrawal. */
      getWithdrawal: path("/businesses/{businessId}/withdrawals/{withdrawalId}"),
      /** UNDOCUMENTED: fetches one customer. */
      getCustomer: path("/businesses/{businessId}/customers/{customerId}"),
    })
    .prefault({}),
  /**
   * UNDOCUMENTED: our name of a field -> the service's. Fields the document names are not here. Dots lead into
   * objects: `gas.included.remaining`.
   */
  fields: z
    .strictObject({
      invoice: names({
        /** ISO 8601 or epoch milliseconds. */
        expiresAt: "expiresAt",
        /** Decimal in token units. */
        receivedAmount: "amountReceived",
        settlementTxHash: "txHash",
      }).prefault({}),
      network: names({ environment: "environment", name: "name" }).prefault({}),
      token: names({ decimals: "decimals", contractAddress: "contractAddress" }).prefault({}),
      intent: names({ status: "status", createdAt: "createdAt" }).prefault({}),
      deposit: names({ observedAt: "observedAt", memo: "memo" }).prefault({}),
      depositAction: names({ resolutionStatus: "resolutionStatus", invoiceId: "invoiceId" }).prefault({}),
      withdrawalQuote: names({
        memo: "memo",
        fee: "fee",
        netAmount: "netAmount",
        expiresAt: "expiresAt",
      }).prefault({}),
      withdrawal: names({
        amount: "amount",
        fee: "fee",
        netAmount: "netAmount",
        destinationAddress: "destinationAddress",
        memo: "memo",
        clientReference: "clientReference",
        quoteId: "quoteId",
        invoiceId: "invoiceId",
        txHash: "txHash",
        failureReason: "failureReason",
        createdAt: "createdAt",
      }).prefault({}),
      transaction: names({
        type: "type",
        direction: "direction",
        amount: "amount",
        txHash: "txHash",
        reference: "reference",
        createdAt: "createdAt",
      }).prefault({}),
      billing: names({
        plan: "plan",
        state: "state",
        invoiceFeePercent: "invoiceFeePercent",
        minimumFeeUsd: "minimumFeeUsd",
        payoutQuotaIncluded: "payoutQuotaIncluded",
        payoutQuotaUsed: "payoutQuotaUsed",
        includedGasGrantedUsd: "includedGasGrantedUsd",
        includedGasUsedUsd: "includedGasUsedUsd",
        includedGasRemainingUsd: "includedGasRemainingUsd",
        prepaidGasUsd: "prepaidGasUsd",
        topUpOptionsUsd: "topUpOptionsUsd",
        gasBlockedOperations: "gasBlockedOperations",
        cycleEndsAt: "cycleEndsAt",
      }).prefault({}),
    })
    .prefault({}),
  /** UNDOCUMENTED: our name of a status -> the service's. Statuses the document spells are not here. */
  statuses: z
    .strictObject({
      /** The document mentions these ends without a status name. */
      invoice: words({ failed: "failed", expired: "expired", cancelled: "cancelled" }).prefault({}),
      intent: words({ active: "active", replaced: "replaced", matched: "matched" }).prefault({}),
      /** Ends of a review; `review_required` is documented. */
      deposit: words({
        assigned: "assigned",
        accepted: "accepted",
        refundPending: "refund_pending",
        refunded: "refunded",
      }).prefault({}),
      /** `pending_funds` and `gas_blocked` are documented. */
      withdrawal: words({
        queued: "queued",
        processing: "processing",
        fundsReserved: "funds_reserved",
        broadcast: "broadcast",
        completed: "completed",
        destinationRejected: "destination_rejected",
        failed: "failed",
      }).prefault({}),
      billing: words({ active: "active", pastDue: "past_due" }).prefault({}),
    })
    .prefault({}),
  /** UNDOCUMENTED: further withdrawal statuses that mean pending, done or failed. */
  withdrawalPhases: z
    .strictObject({
      pending: z.array(z.string().min(1)).default([]),
      done: z.array(z.string().min(1)).default([]),
      failed: z.array(z.string().min(1)).default([]),
    })
    .prefault({}),
  events: z
    .strictObject({
      /** UNDOCUMENTED: prefix of withdrawal event names; the sandbox appends the status. */
      withdrawalPrefix: z.string().min(1).default("withdrawal."),
      /** UNDOCUMENTED: names of invoice events beside `invoice.paid`, after `invoice.`. */
      invoice: words({
        confirming: "confirming",
        failed: "failed",
        expired: "expired",
        cancelled: "cancelled",
      }).prefault({}),
      /**
       * UNDOCUMENTED: fields of `data` that hold the invoice or withdrawal, tried in order; empty when `data`
       * is the resource. The sandbox uses the last. `data` of a deposit event is the deposit.
       */
      envelopes: z
        .strictObject({
          invoice: envelopes("invoice", "object", ""),
          withdrawal: envelopes("withdrawal", "object", ""),
        })
        .prefault({}),
    })
    .prefault({}),
})

function path(byDefault: string) {
  return z
    .string()
    .regex(/^(?:\/(?:[\w.~-]+|\{\w+\}))+$/, "expected a path such as /businesses/{businessId}/intents")
    .default(byDefault)
}

/** A field of an answer, or a path of fields into it. */
function fieldName() {
  return z
    .string()
    .regex(/^[^.]+(?:\.[^.]+)*$/, "expected a field such as `amount`, or a path such as `amounts.total`")
    .refine((name) => !name.split(".").includes("__proto__"), "expected a field other than `__proto__`")
}

function fields(...byDefault: [string, ...string[]]) {
  return z.array(fieldName()).min(1).default(byDefault)
}

function envelopes(...byDefault: [string, ...string[]]) {
  return z
    .array(z.union([z.literal(""), fieldName()]))
    .min(1)
    .default(byDefault)
}

function names<const T extends Record<string, string>>(defaults: T) {
  return texts(defaults, fieldName())
}

function words<const T extends Record<string, string>>(defaults: T) {
  return texts(defaults, z.string().min(1))
}

function texts<const T extends Record<string, string>>(defaults: T, schema: z.ZodString) {
  const shape = Object.entries(defaults).map(([ours, theirs]) => [ours, schema.default(theirs)])
  return z.strictObject(Object.fromEntries(shape) as { [K in keyof T]: z.ZodDefault<z.ZodString> })
}

/** The settings as a merchant writes them, all optional. */
export type AssumptionsInput = z.input<typeof assumptionsSchema>

export type Assumptions = z.output<typeof assumptionsSchema>

/**
 * Fills in the defaults.
 *
 * @throws ZodError naming each setting that is not valid
 * @example parseAssumptions({ signature: { encoding: "base64" } }).signature.algorithm // "sha256"
 */
export function parseAssumptions(input: AssumptionsInput = {}): Assumptions {
  return assumptionsSchema.parse(input)
}
