import { z } from "zod"

/**
 * Every detail the interface document leaves open, as a named setting.
 *
 * UNDOCUMENTED: each default below is our guess. A merchant whose service behaves otherwise
 * overrides it through the plugin option `assumptions`; the sandbox takes the same settings, so
 * the contract tests can run with several sets.
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
      /** UNDOCUMENTED: how far the timestamp may lie from our clock, either way, in milliseconds. Zero is allowed and strict. */
      toleranceMs: z.number().int().nonnegative().default(300_000),
    })
    .prefault({}),
  resource: z
    .strictObject({
      /** UNDOCUMENTED: field that holds a resource's identifier. */
      idField: z.string().min(1).default("id"),
      /** UNDOCUMENTED: field that wraps a single resource in a response; empty for none. */
      envelope: z.string().default(""),
    })
    .prefault({}),
  list: z
    .strictObject({
      /** UNDOCUMENTED: field that holds the rows of a list; empty when the body itself is the array. */
      itemsField: z.string().default("data"),
      /** UNDOCUMENTED: field that holds the next cursor; absent or null ends the list. */
      nextCursorField: z.string().min(1).default("nextCursor"),
      /** UNDOCUMENTED: query parameter that carries the cursor. */
      cursorParam: z.string().min(1).default("cursor"),
      /** UNDOCUMENTED: rows asked for per page. */
      pageSize: z.number().int().positive().default(100),
    })
    .prefault({}),
  rateLimit: z
    .strictObject({
      /** UNDOCUMENTED: response headers that say how long to wait, first match wins. */
      retryHeaders: z.array(z.string().min(1)).min(1).default(["retry-after"]),
    })
    .prefault({}),
  invoice: z
    .strictObject({
      /** UNDOCUMENTED: field with the instant an unpaid invoice expires (ISO 8601 or epoch milliseconds). */
      expiresAtField: z.string().min(1).default("expiresAt"),
      /** UNDOCUMENTED: field with the amount received so far, a decimal in token units. */
      receivedAmountField: z.string().min(1).default("amountReceived"),
      /** UNDOCUMENTED: field with the hash of the settling transaction. */
      settlementHashField: z.string().min(1).default("txHash"),
      /** UNDOCUMENTED: names of the three ends that the document mentions without a status name. */
      statuses: z
        .strictObject({
          failed: z.string().min(1).default("failed"),
          expired: z.string().min(1).default("expired"),
          cancelled: z.string().min(1).default("cancelled"),
        })
        .prefault({}),
    })
    .prefault({}),
  catalog: z
    .strictObject({
      /** UNDOCUMENTED: field of a token record with its number of decimals. */
      decimalsField: z.string().min(1).default("decimals"),
      /** UNDOCUMENTED: field of a token record with its contract address on EVM networks. */
      contractAddressField: z.string().min(1).default("contractAddress"),
      /** UNDOCUMENTED: field of a network record with its environment. */
      environmentField: z.string().min(1).default("environment"),
    })
    .prefault({}),
})

/** The settings as a merchant writes them: everything optional. */
export type AssumptionsInput = z.input<typeof assumptionsSchema>

/** The settings with every default filled in. */
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
