import type { gapItems, limitItems } from "../limit-items"
import { unknownCodeIsLost } from "./error-mutants"
import { inFile, type Mutant, type Mutants } from "./mutant"

/** Differs from the first set in every setting. */
const OTHER = "other service"

const handler = inFile("src/sandbox/http/endpoint-handler.ts")
const idempotency = inFile("src/sandbox/http/idempotency.ts")
const lists = inFile("src/sandbox/http/list-reply.ts")
const pages = inFile("src/sandbox/http/list-reply.ts", OTHER)
const cycle = inFile("src/sandbox/billing/billing-cycle.ts")
const retry = inFile("src/gateway/client/call.ts")
const judgement = inFile("src/sandbox/deposits/judgement.ts")

export const limitMutants: Record<keyof typeof limitItems, Mutants> = {
  "rule:idempotency.replay": [
    idempotency("return entry.reply\n    }", "return undefined\n    }"),
    idempotency("return entry.reply\n    }", "return { ...entry.reply, status: 200 }\n    }"),
  ],
  "rule:idempotency.mismatch": idempotency("if (entry.fingerprint !== fingerprint) throw mismatch()", ""),
  "rule:idempotency.in-progress": idempotency(
    "if (!entry.reply) throw inProgress()",
    "if (!entry.reply) return undefined"
  ),
  "rule:idempotency.own-key": handler(
    "if (key.length <= maxLength) return key",
    "if (/^[0-9a-f-]{36}$/.test(key)) return key"
  ),
  "rule:rate.backoff": retry(
    "const delayMs = retryAfterMs ?? ",
    "const delayMs = retryAfterMs === null ? 0 : 1 ?? "
  ),
  "rule:rate.header": inFile("src/gateway/client/call.ts")(
    "limiter.hold(retryAfterMs)",
    "limiter.hold(retryAfterMs / 1_000)"
  ),
  "rule:list.paging": [
    pages("page.length < rest.length ? source.keyOf(last) : undefined", "undefined"),
    pages("return index + 1", "return index + 2"),
    inFile("src/gateway/client/lists.ts", OTHER)(
      "if (nextCursor !== undefined) return { cursor: nextCursor }",
      ""
    ),
  ],
  "rule:list.limit": lists("limit ?? byDefault", "byDefault"),
  "rule:quota.per-cycle": cycle(
    "const cycle = newCycle(startsAtMs)",
    "const cycle = { ...newCycle(startsAtMs), payoutsUsed: billing.cycle.payoutsUsed }"
  ),
  "rule:quota.legs": inFile("src/sandbox/payouts/settle-funds.ts")(
    "  countPayout(world)\n  scheduleStep",
    "  scheduleStep"
  ),
  "rule:ledger.one-close": inFile("src/sandbox/catalog/catalog.ts")(
    'const STELLAR: Finality = { kind: "ledger" }',
    'const STELLAR: Finality = { kind: "blocks", requiredConfirmations: 2 }'
  ),
  "rule:version.path": inFile("src/sandbox/http/app.ts")('API_PREFIX = "/api/v1"', 'API_PREFIX = "/api/v2"'),
  "rule:version.unknown-codes": unknownCodeIsLost,
  "rule:version.unknown-networks": inFile("src/gateway/contract/catalog.ts")(
    "  chain: textSchema,\n  networkId",
    '  chain: z.enum(["evm", "sol", "stellar"]),\n  networkId'
  ),
  "rule:version.unknown-tokens": inFile("src/gateway/contract/catalog.ts")(
    "  ...railSchema.shape,\n  decimals",
    '  ...railSchema.shape,\n  token: z.enum(["ETH", "BNB", "SOL", "XLM", "USDC", "USDT"]),\n  decimals'
  ),
}

const records = inFile("src/gateway/contract/records.ts", OTHER)

/** The client reads a resource by our own names, whatever the settings say. */
const ownNames = (setting: string): Mutant =>
  records(
    "const names = assumptions.fields[setting]",
    `const { fields } = setting === "${setting}" ? require("../assumptions").parseAssumptions() : assumptions\n    const names = fields[setting]`
  )
/** It reads a resource's statuses as our own words. */
const ownWords = (kind: string): Mutant =>
  records(
    "const found = Object.entries(statuses[kind])",
    `const found = Object.entries((kind === "${kind}" ? require("../assumptions").parseAssumptions().statuses : statuses)[kind])`
  )

export const gapMutants: Record<keyof typeof gapItems, Mutants> = {
  "gap:sandbox-base-url": inFile("src/gateway/client/http.ts")(
    "return settings.baseUrl + fillPath",
    'return "http://127.0.0.1:9/api/v1" + fillPath'
  ),
  "gap:create-intent": [
    inFile("src/gateway/client/client.ts", OTHER)(
      'paths.createIntent.includes("{customerId}")',
      'paths.createIntent.startsWith("/")'
    ),
    inFile("src/sandbox/intents/intent-operations.ts")(
      "return { ...body, customerId: pathCustomerId }",
      "return body"
    ),
  ],
  "gap:route-templates": inFile("src/sandbox/dashboard/dashboard-actions.ts")(
    '"/payout-routes/:id/approve"',
    '"/payout-routes/:id/accept"'
  ),
  "gap:webhook-configuration": inFile("src/sandbox/dashboard/dashboard-actions.ts")(
    '"/webhooks/:id/retry"',
    '"/webhooks/:id/again"'
  ),
  "gap:list-envelope": [
    records("fieldOf(outer, nextCursorField) : undefined", 'fieldOf(outer, "nextCursor") : undefined'),
    records("list.itemsFields.map((name)", '["items"].map((name)'),
    inFile("src/gateway/client/lists.ts", OTHER)(
      "{ [list.cursorParam]: place.cursor }",
      "{ cursor: place.cursor }"
    ),
  ],
  "gap:get-paths": [
    inFile("src/gateway/contract/endpoints.ts", OTHER)(
      'get("getWithdrawal")',
      'get("/businesses/{businessId}/withdrawals/{withdrawalId}")'
    ),
    inFile("src/gateway/contract/endpoints.ts", OTHER)(
      'get("getCustomer")',
      'get("/businesses/{businessId}/customers/{customerId}")'
    ),
  ],
  "gap:resource-form": [
    records("if (kind in ids) return ids[kind as Identified]", 'if (kind in ids) return ["id"]'),
    records(
      "assumptions.envelopes[kind])\n}\n\nexport function inEnvelope",
      '["data"])\n}\n\nexport function inEnvelope'
    ),
  ],
  "gap:required-fields": inFile("src/gateway/contract/invoice.ts")(
    "customerId: textSchema.optional()",
    "customerId: textSchema"
  ),
  "gap:invoice-fields": ownNames("invoice"),
  "gap:invoice-ends": ownWords("invoice"),
  "gap:tolerance": judgement("candidate.expectedBaseUnits, toleranceBps", "candidate.expectedBaseUnits, 99"),
  "gap:intent-states": [ownNames("intent"), ownWords("intent")],
  "gap:quote-fields": inFile("src/gateway/contract/withdrawal.ts", OTHER)(
    "names: fields.withdrawalQuote,",
    'names: { memo: "memo", fee: "fee", netAmount: "netAmount", expiresAt: "expiresAt" },'
  ),
  "gap:withdrawal-fields": ownNames("withdrawal"),
  "gap:withdrawal-states": ownWords("withdrawal"),
  "gap:deposit-fields": [ownNames("deposit"), ownNames("depositAction"), ownWords("deposit")],
  "gap:catalog-fields": [ownNames("network"), ownNames("token")],
  "gap:transaction-fields": ownNames("transaction"),
  "gap:billing-fields": [ownNames("billing"), ownWords("billing")],
  "gap:signature-form": [
    ["createHmac(rules.algorithm, secret)", 'createHmac("sha256", secret)'],
    ["return hmac.digest(rules.encoding)", 'return hmac.digest("hex")'],
    ["rules.prefix + digest", "digest"],
    ["const { signedText } = rules", 'const signedText = "{body}"'],
    ["formatTimestamp(input.timestampMs, rules.timestampUnit)", 'formatTimestamp(input.timestampMs, "s")'],
    ["timestampMs < input.nowMs - rules.toleranceMs", "timestampMs < input.nowMs - 300_000"],
  ].map(([find = "", replace = ""]) => inFile("src/gateway/signature.ts", OTHER)(find, replace)),
  "gap:withdrawal-events": [
    inFile("src/gateway/contract/events.ts", OTHER)(
      "events.withdrawalPrefixes.some((prefix) => event.startsWith(prefix))",
      'event.startsWith("withdrawal.")'
    ),
    inFile("src/sandbox/withdrawals/withdrawal-steps.ts", OTHER)(
      'assumptions.events.withdrawalPrefixes.at(-1) ?? ""',
      '"withdrawal."'
    ),
  ],
  "gap:invoice-events": [
    inFile("src/sandbox/invoices/stored-invoice.ts", OTHER)(
      "const { confirming, failed, expired, cancelled } = events.invoice",
      'const [confirming, failed, expired, cancelled] = ["confirming", "failed", "expired", "cancelled"]'
    ),
  ],
  "gap:webhook-retries": inFile("src/sandbox/webhooks/delivery-transmission.ts")(
    "[5_000, 30_000, 120_000, 600_000, 3_600_000] as const",
    "[5_000] as const"
  ),
  "gap:error-statuses": inFile("src/sandbox/http/reply.ts", OTHER)(
    "return setting ? errors.statuses[setting] : status",
    "return setting ? status : status"
  ),
  "gap:error-details": inFile("src/sandbox/http/reply.ts", OTHER)(
    'errors.detailForm === "object"',
    "details.length > 0"
  ),
  "gap:rate-figures": [
    inFile("src/sandbox/http/rate-limiter.ts")("taken > limit.requests", "taken >= limit.requests"),
    inFile("src/sandbox/http/rate-limiter.ts")("nowMs + limit.windowMs", "nowMs + limit.windowMs + 1"),
  ],
  "gap:retry-headers": [
    inFile("src/gateway/client/client.ts", OTHER)(
      "const { retryHeaders } = assumptions.rateLimit",
      'const retryHeaders = ["retry-after"]'
    ),
    inFile("src/sandbox/http/reply.ts", OTHER)(
      'asDate = rateLimit.retryHeaderForm === "date"',
      "asDate = false"
    ),
  ],
  "gap:page-size": [
    inFile("src/sandbox/http/list-reply.ts", "without cursors")("list.maxPageSize ?? MAX_LIMIT", "MAX_LIMIT"),
    pages("list.defaultPageSize ?? DEFAULT_LIMIT", "DEFAULT_LIMIT"),
    lists("const DEFAULT_LIMIT = 20", "const DEFAULT_LIMIT = 21"),
  ],
  "gap:idempotency-rules": [
    handler("key.length <= maxLength", "key.length <= maxLength + 1"),
    handler("key.length <= maxLength", "key.length < maxLength"),
    inFile("src/sandbox/http/idempotency.ts", OTHER)("retentionMs ?? KEPT_MS", "KEPT_MS"),
    idempotency("24 * 60 * 60_000", "23 * 60 * 60_000"),
  ],
  "gap:dust": judgement("value < toUsdUnits(business.dustThresholdUsd)", "value < 0n"),
  "gap:auto-invoice-minimum": [
    judgement("value < toUsdUnits(business.autoInvoiceMinUsd)", "value < 0n"),
    inFile("src/sandbox/world.ts", OTHER)("autoInvoiceMinUsd: intentUsd ?? undefined,", ""),
  ],
  "gap:withdrawal-limits": [
    inFile("src/sandbox/payouts/payout-request.ts")("if (maxAmountUsd && ", "if (!maxAmountUsd && "),
    inFile("src/sandbox/withdrawals/withdrawal-quote.ts")(
      "if (amountBaseUnits <= feeBaseUnits) throw",
      "if (amountBaseUnits < feeBaseUnits) throw"
    ),
  ],
}
