import { z } from "zod"
import { fieldsSchema } from "./fields"
import { envelopes, errorCategories, field, fields, names, optionalPath, path, usd, words } from "./forms"
import { statusesSchema } from "./statuses"
import { transactionsSchema } from "./transactions"

/**
 * Every detail the interface document leaves open, as a named setting.
 *
 * UNDOCUMENTED: each default is our guess. A merchant overrides it through the plugin option `assumptions`.
 * The sandbox takes the same settings, so the contract tests can run with several sets.
 *
 * @see docs/developers/service-facts.md
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
      /**
       * UNDOCUMENTED: codes of the service beside the documented ones, and what each means. A code that is not here counts by
       * its status. The sandbox writes the last of each meaning.
       */
      categories: errorCategories(),
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
  minimums: z
    .strictObject({
      /**
       * UNDOCUMENTED: `autoInvoiceMinUsd`, or `dustThresholdUsd` where that is more: a deposit of less, in USD, leaves no record. Null
       * when unknown: then 10 is assumed. The sandbox uses its own for null.
       */
      intentUsd: usd().nullable().default(null),
      /** UNDOCUMENTED: least amount of any invoice in USD, beside the documented rule that its net is positive. */
      invoiceUsd: usd().default("0"),
    })
    .prefault({}),
  paths: z
    .strictObject({
      /**
       * UNDOCUMENTED: creates an auto-deposit intent. Without `{customerId}` in the path, the body carries
       * `customerId`.
       */
      createIntent: path("/businesses/{businessId}/customers/{customerId}/auto-deposit-intents"),
      /** UNDOCUMENTED: fetches one withdrawal; null where the service has no such call. */
      getWithdrawal: optionalPath("/businesses/{businessId}/withdrawals/{withdrawalId}"),
      /**
       * UNDOCUMENTED: lists withdrawals, read where none can be fetched; null where the service has no such call.
       */
      listWithdrawals: optionalPath("/businesses/{businessId}/withdrawals"),
      /** UNDOCUMENTED: fetches one customer; null where the service has no such call. */
      getCustomer: optionalPath("/businesses/{businessId}/customers/{customerId}"),
    })
    .prefault({}),
  fields: fieldsSchema,
  statuses: statusesSchema,
  transactions: transactionsSchema,
  events: z
    .strictObject({
      /** UNDOCUMENTED: prefixes of withdrawal event names; the sandbox appends the status to the last. */
      withdrawalPrefixes: words("payout.", "withdrawal."),
      /**
       * Whether a signed event alone ends a withdrawal, where the service has no call that shows one and its
       * transactions name none.
       */
      trustWithdrawals: z.boolean().default(false),
      /** UNDOCUMENTED: names of invoice events beside `invoice.paid`, after `invoice.`. */
      invoice: names({
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
