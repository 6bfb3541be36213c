import { z } from "zod"

/** What a refusal means: a documented category, or a refusal that leads on in a way of its own. */
export const ERROR_MEANINGS = [
  "validation",
  "authentication",
  "permission",
  "not_found",
  "conflict",
  "rate_limited",
  "server",
  "insufficient_balance",
  "duplicate",
  "in_progress",
] as const
export type ErrorMeaning = (typeof ERROR_MEANINGS)[number]

/**
 * UNDOCUMENTED: our name of a field -> the service's. Fields the document names are not here. Dots lead into
 * objects: `gas.included.remaining`. Null for a field that the service does not have:
 * otherwise health misses it.
 */
const fieldsSchema = group({
  invoice: fieldNames({
    /** ISO 8601 or epoch milliseconds. */
    expiresAt: "expiresAt",
    /** Decimal in token units. */
    receivedAmount: "amountReceived",
    settlementTxHash: "txHash",
  }),
  network: fieldNames({ environment: "environment", name: "name" }),
  token: fieldNames({ decimals: "decimals", contractAddress: "contractAddress" }),
  intent: fieldNames({ status: "status", createdAt: "createdAt" }),
  deposit: fieldNames({ observedAt: "observedAt", memo: "memo" }),
  depositAction: fieldNames({ resolutionStatus: "resolutionStatus", invoiceId: "invoiceId" }),
  withdrawalQuote: fieldNames({
    memo: "memo",
    fee: "fee",
    netAmount: "netAmount",
    expiresAt: "expiresAt",
  }),
  withdrawal: fieldNames({
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
  }),
  transaction: fieldNames({
    type: "type",
    direction: "direction",
    amount: "amount",
    txHash: "txHash",
    /** Of whatever it belongs to, where the service has one field for it. */
    reference: "reference",
    invoiceId: "invoiceId",
    depositId: "depositId",
    withdrawalId: "withdrawalId",
    status: "status",
    /** Where the money arrived. */
    toAddress: "toAddress",
    memo: "memo",
    createdAt: "createdAt",
  }),
  billing: fieldNames({
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
  }),
})

/**
 * Our name of a status -> the service's words for it. The sandbox writes the last.
 *
 * UNDOCUMENTED, but for `pending`, `confirming`, `paid` and `overpaid` of an invoice, `pending_funds` and
 * `gas_blocked` of a withdrawal, and `review_required` of a deposit.
 */
const statusesSchema = z
  .strictObject({
    invoice: vocabulary("pending", "confirming", "paid", "overpaid", "failed", "expired", "cancelled"),
    intent: vocabulary("active", "replaced", "matched"),
    deposit: vocabulary("reviewRequired", "assigned", "accepted", "refundPending", "refunded"),
    withdrawal: vocabulary(
      "queued",
      "processing",
      "pendingFunds",
      "gasBlocked",
      "fundsReserved",
      "broadcast",
      "completed",
      "destinationRejected",
      "failed"
    ),
    transaction: vocabulary("completed", "pending", "reviewRequired", "failed"),
    billing: vocabulary("active", "pastDue"),
  })
  .check(({ value, issues }) => {
    for (const [resource, meanings] of Object.entries(value)) {
      const owner = new Map<string, string>()
      for (const [meaning, own] of Object.entries(meanings)) {
        for (const word of own) {
          const other = owner.get(word)
          const message = `"${word}" is a word of ${resource}.${other} too: one word has one meaning`
          if (other !== undefined)
            issues.push({ code: "custom", path: [resource, meaning], message, input: own })
          owner.set(word, meaning)
        }
      }
    }
  })
  .prefault({})

/**
 * UNDOCUMENTED: how the service writes a transaction. Words are compared without case; the sandbox writes the
 * last. An unknown type goes by its direction.
 */
const transactionsSchema = group({
  /** Types of a payment that arrived. */
  receipt: words("payment", "deposit", "receipt"),
  /** Types of a withdrawal that left. */
  payout: words("withdrawal", "payout"),
  /** Types of a deposit that went back to its sender. */
  refund: words("deposit_refund", "refund"),
  /** Types of what the service kept. */
  fee: words("invoice_fee", "withdrawal_fee", "fee"),
  /** Directions. */
  in: words("incoming", "inbound", "credit", "in"),
  out: words("outgoing", "outbound", "debit", "out"),
  /** Whether the sign of an amount gives its direction. A minus always means out. */
  isSigned: z.boolean().default(false),
  /**
   * Whether the amount of a payout is without its fee, or with it. `auto` finds out from the payouts of a
   * report; the sandbox then writes it without.
   */
  payoutAmounts: z.enum(["auto", "net", "gross"]).default("auto"),
})

/**
 * Every detail the interface document leaves open, as a named setting.
 *
 * UNDOCUMENTED: each default is our guess. A merchant overrides it through the plugin option `assumptions`.
 * The sandbox takes the same settings, so the contract tests can run with several sets.
 *
 * @see docs/developers/service-facts.md
 */
export const assumptionsSchema = z.strictObject({
  signature: group({
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
  }),
  /**
   * UNDOCUMENTED: fields that hold the identifier of a resource, tried in order. Never a field that refers to
   * another resource. The sandbox writes the last.
   */
  ids: group({
    customer: fields("customerId", "id"),
    invoice: fields("invoiceId", "id"),
    intent: fields("intentId", "id"),
    quote: fields("quoteId", "id"),
    withdrawal: fields("withdrawalId", "id"),
    transaction: fields("transactionId", "id"),
    /** In lists and answers to actions. The documented `depositId` comes first wherever it is. */
    deposit: fields("id", "depositId"),
  }),
  /**
   * UNDOCUMENTED: fields that hold the resource in an answer, tried in order; empty when the answer is the
   * resource. The sandbox uses the last.
   */
  envelopes: group({
    customer: envelopes("data", "customer", ""),
    /** The answer of the ensure operation. */
    address: envelopes("data", ""),
    invoice: envelopes("data", "invoice", ""),
    intent: envelopes("data", "intent", ""),
    quote: envelopes("data", "quote", ""),
    withdrawal: envelopes("data", "withdrawal", ""),
    depositAction: envelopes("data", "deposit", ""),
    billing: envelopes("data", "billing", ""),
  }),
  list: group({
    /**
     * UNDOCUMENTED: fields that hold the rows of a list, tried in order; empty when the answer is the array.
     * The sandbox uses the last.
     */
    itemsFields: envelopes("", "items", "results", "data"),
    /**
     * UNDOCUMENTED: how a list goes on. `auto` follows a cursor or link in the body, and tries offset and
     * page number behind a full page. `none`: one answer has all rows that `limit` allows. The sandbox serves
     * the form; cursors for `auto`.
     */
    paging: z.enum(["auto", "cursor", "page", "offset", "link", "none"]).default("auto"),
    /** UNDOCUMENTED: field that holds the next cursor; absent or null after the last page. */
    nextCursorField: field().default("nextCursor"),
    /** UNDOCUMENTED: query parameter that carries the cursor. */
    cursorParam: z.string().min(1).default("cursor"),
    /** UNDOCUMENTED: query parameter that carries the page number. */
    pageParam: z.string().min(1).default("page"),
    /** UNDOCUMENTED: number of the first page. */
    firstPage: z.number().int().min(0).max(1).default(1),
    /** UNDOCUMENTED: query parameter that carries the number of rows to skip. */
    offsetParam: z.string().min(1).default("offset"),
    /**
     * UNDOCUMENTED: fields that hold the address of the next page, tried in order; absent or null after the
     * last page. The sandbox writes the last.
     */
    nextLinkFields: fields("links.next", "next"),
    /** UNDOCUMENTED: field that counts the rows of the whole list, as filtered; null when there is none. */
    totalField: field().nullable().default(null),
    /** UNDOCUMENTED: rows requested per page. */
    pageSize: z.number().int().positive().default(100),
    /** UNDOCUMENTED: most rows of a page, whatever the `limit`; null when unknown. */
    maxPageSize: z.number().int().positive().nullable().default(null),
    /** UNDOCUMENTED: rows of a page without a `limit`; null when unknown. */
    defaultPageSize: z.number().int().positive().nullable().default(null),
  }),
  rateLimit: group({
    /** UNDOCUMENTED: response headers that say how long to wait, first match wins. */
    retryHeaders: z.array(z.string().min(1)).min(1).default(["retry-after"]),
    /** UNDOCUMENTED: how the sandbox writes that wait. The client reads both. */
    retryHeaderForm: z.enum(["seconds", "date"]).default("seconds"),
  }),
  errors: group({
    /**
     * UNDOCUMENTED: codes of the service beside the documented ones, and what each means. A code that is not here counts by
     * its status. The sandbox writes the last of each meaning.
     */
    categories: z
      .record(z.string().regex(/^[\w.-]{1,64}$/, "expected an error code"), z.enum(ERROR_MEANINGS))
      .default({}),
    /** UNDOCUMENTED: shape of an item of `error.details`. The client shows any; the sandbox writes this one. */
    detailForm: z.enum(["object", "text"]).default("object"),
    /**
     * UNDOCUMENTED: HTTP status of codes whose category leaves it open. The client goes by status and code.
     */
    statuses: group({
      insufficientBalance: z.number().int().min(400).max(499).default(409),
      webhookCooldown: z.number().int().min(400).max(499).default(409),
      billing: z.number().int().min(400).max(499).default(409),
      cacheCoordinationUnavailable: z.number().int().min(500).max(599).default(503),
    }),
  }),
  idempotency: group({
    /** UNDOCUMENTED: longest key the service takes. Ours have at most 64 characters. */
    maxKeyLength: z.number().int().min(64).default(255),
    /**
     * UNDOCUMENTED: how long the service remembers a key, in milliseconds; null for the life of a quote, an
     * hour at most.
     */
    retentionMs: z.number().int().positive().nullable().default(null),
  }),
  minimums: group({
    /**
     * UNDOCUMENTED: `autoInvoiceMinUsd`, or `dustThresholdUsd` where that is more: a deposit of less, in USD, leaves no record. Null
     * when unknown: then 10 is assumed. The sandbox uses its own for null.
     */
    intentUsd: usd().nullable().default(null),
    /** UNDOCUMENTED: least amount of any invoice in USD, beside the documented rule that its net is positive. */
    invoiceUsd: usd().default("0"),
  }),
  paths: group({
    /**
     * UNDOCUMENTED: creates an auto-deposit intent. Without `{customerId}` in the path, the body carries
     * `customerId`.
     */
    createIntent: path().default("/businesses/{businessId}/customers/{customerId}/auto-deposit-intents"),
    /** UNDOCUMENTED: fetches one withdrawal; null where the service has no such call. */
    getWithdrawal: path().nullable().default("/businesses/{businessId}/withdrawals/{withdrawalId}"),
    /**
     * UNDOCUMENTED: lists withdrawals, read where none can be fetched; null where the service has no such call.
     */
    listWithdrawals: path().nullable().default("/businesses/{businessId}/withdrawals"),
    /** UNDOCUMENTED: fetches one customer; null where the service has no such call. */
    getCustomer: path().nullable().default("/businesses/{businessId}/customers/{customerId}"),
  }),
  fields: fieldsSchema,
  statuses: statusesSchema,
  transactions: transactionsSchema,
  events: group({
    /** UNDOCUMENTED: prefixes of withdrawal event names; the sandbox appends the status to the last. */
    withdrawalPrefixes: words("payout.", "withdrawal."),
    /**
     * Whether a signed event alone ends a withdrawal, where the service has no call that shows one and its
     * transactions name none.
     */
    trustWithdrawals: z.boolean().default(false),
    /** UNDOCUMENTED: names of invoice events beside `invoice.paid`, after `invoice.`. */
    invoice: group({
      confirming: field().default("confirming"),
      failed: field().default("failed"),
      expired: field().default("expired"),
      cancelled: field().default("cancelled"),
    }),
    /**
     * UNDOCUMENTED: fields of `data` that hold the invoice or withdrawal, tried in order; empty when `data`
     * is the resource. The sandbox uses the last. `data` of a deposit event is the deposit.
     */
    envelopes: group({
      invoice: envelopes("invoice", "object", ""),
      withdrawal: envelopes("withdrawal", "object", ""),
    }),
  }),
})

/** The settings as a merchant writes them, all optional. */
export type AssumptionsInput = z.input<typeof assumptionsSchema>

/** The assumptions with their defaults filled in. */
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

const LONGEST_ASSUMED_MS = 60 * 60_000

/**
 * How long the gateway is assumed to remember a key: as configured, else as long as the quote sent with it is
 * valid, and an hour at most.
 *
 * @example keyLifeMs(null, 300_000) // 300_000
 */
export function keyLifeMs(retentionMs: number | null, quoteLifeMs: number | null = null): number {
  return retentionMs ?? Math.min(quoteLifeMs ?? LONGEST_ASSUMED_MS, LONGEST_ASSUMED_MS)
}

/** A gateway that has forgotten the key would act again, so a call is repeated during half of the retention only. */
export function isKeyTooOld(ageMs: number, retentionMs: number): boolean {
  return ageMs > retentionMs / 2
}

/** A path of the service; braces name its parameters. */
function path() {
  return z
    .string()
    .regex(/^(?:\/(?:[\w.~-]+|\{\w+\}))+$/, "expected a path such as /businesses/{businessId}/intents")
}

/** A field of an answer, or a path of fields into it. */
function field() {
  return z
    .string()
    .regex(/^[^.]+(?:\.[^.]+)*$/, "expected a field such as `amount`, or a path such as `amounts.total`")
    .refine((name) => !name.split(".").includes("__proto__"), "expected a field other than `__proto__`")
}

/** Fields that are tried in order. */
function fields(...byDefault: [string, ...string[]]) {
  return z.array(field()).min(1).default(byDefault)
}

/** Fields that are tried in order; empty for the answer itself. */
function envelopes(...byDefault: [string, ...string[]]) {
  return z
    .array(z.union([z.literal(""), field()]))
    .min(1)
    .default(byDefault)
}

/** Settings that may all be left out. */
function group<T extends z.ZodRawShape>(shape: T): z.ZodPrefault<z.ZodObject<T, z.core.$strict>> {
  const schema = z.strictObject(shape)
  return schema.prefault({} as z.input<typeof schema>)
}

/** Our name of a field -> the service's; null where the service has no such field. */
function fieldNames<const T extends Record<string, string>>(defaults: T) {
  const shape = Object.entries(defaults).map(([ours, theirs]) => [ours, field().nullable().default(theirs)])
  return group(Object.fromEntries(shape) as { [K in keyof T]: z.ZodDefault<z.ZodNullable<z.ZodString>> })
}

/** An amount in USD. */
function usd() {
  return z
    .string()
    .regex(/^\d{1,9}(?:\.\d{1,8})?$/, 'expected an amount in USD with a point, such as "5" or "0.5"')
}

/** Words of one meaning. */
function words(...byDefault: [string, ...string[]]) {
  return z.array(z.string().min(1)).min(1).default(byDefault)
}

/** Our name of a meaning -> the service's words for it. By default it is the name in snake case. */
function vocabulary<const T extends string>(...meanings: T[]) {
  const shape = meanings.map((meaning) => [meaning, words(toSnakeCase(meaning))])
  return group(Object.fromEntries(shape) as Record<T, ReturnType<typeof words>>)
}

/** @example toSnakeCase("fundsReserved") // "funds_reserved" */
export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
