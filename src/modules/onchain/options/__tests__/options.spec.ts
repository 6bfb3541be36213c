import { ConfigurationError, parseOptions } from "../options"
import { optionsWith, validInput } from "./valid-options"

function problemsOf(input: unknown): readonly string[] {
  try {
    parseOptions(input)
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems
    throw error
  }
  throw new Error("expected the options to be refused")
}
const problemsWith = (change: Record<string, unknown>) => problemsOf({ ...validInput, ...change })

test("the shortest configuration gets every default", () => {
  expect(parseOptions(validInput)).toMatchObject({
    ...validInput,
    collection: "auto",
    placeOrder: "before_payment",
    rates: {
      sources: [{ kind: "fixed", prices: { usd: { USDC: "1", USDT: "1" } } }],
      ...{ maxAgeMs: 300_000, spreadBps: 0, maxDisagreementBps: 200 },
    },
    explorers: {},
    throttle: { callsPerMinute: 1_000, trustedAddresses: ["127.0.0.0/8", "::1"] },
    tuning: { callTimeoutMs: 10_000, callAttempts: 4, leaseMs: 60_000, deliveryAttempts: 60 },
    assumptions: { signature: { algorithm: "sha256", toleranceMs: 300_000 } },
  })
  expect(parseOptions(validInput).payoutApiKey).toBeUndefined()
  expect(parseOptions(validInput).rails).toBeUndefined()
})

test.each([undefined, null, {}])(
  "with %j as options every required field is named in one message",
  (input) => {
    expect(problemsOf(input).map((problem) => problem.split(":")[0])).toEqual([
      "environment",
      "baseUrl",
      "businessId",
      "apiKey",
      "webhookSecrets",
    ])
  }
)

test.each<[string, Record<string, unknown>, string]>([
  ["an unknown environment", { environment: "prod" }, "environment: found a text,"],
  [
    "an address without protocol",
    { baseUrl: "gateway.test/api/v1" },
    "baseUrl: found a text, expected the provider's address",
  ],
  [
    "another protocol",
    { baseUrl: "ftp://gateway.test" },
    "baseUrl: found a text, expected the provider's address",
  ],
  ["no address", { baseUrl: undefined }, "baseUrl: found nothing, expected the provider's address"],
  ["an empty business", { businessId: "  " }, "businessId: found an empty text,"],
  ["an empty key", { apiKey: "" }, "apiKey: found an empty text, expected a secret of at least 8 characters"],
  ["a key that is null", { apiKey: null }, "apiKey: found null,"],
  [
    "a short payout key",
    { payoutApiKey: "abc" },
    "payoutApiKey: found a text, expected a secret of at least 8",
  ],
  [
    "no secrets",
    { webhookSecrets: [] },
    "webhookSecrets: found an empty list, expected at least one webhook secret",
  ],
  ["secrets as a text", { webhookSecrets: "whsec_12345" }, "webhookSecrets: found a text,"],
  ["one empty secret", { webhookSecrets: ["whsec_12345", " "] }, "webhookSecrets.1: found an empty text,"],
  [
    "a negative tolerance",
    { assumptions: { signature: { toleranceMs: -1 } } },
    "assumptions.signature.toleranceMs: found -1,",
  ],
  ["an unknown place-order mode", { placeOrder: "later" }, "placeOrder: found a text,"],
  ["an empty allow-list", { rails: [] }, "rails: found an empty list, expected at least one rail"],
  ["a rail without chain", { rails: [{ token: "USDC" }] }, "rails.0.chain: found nothing,"],
  [
    "a rail with a misspelt part",
    { rails: [{ chain: "evm", network: "base" }] },
    "rails.0.network: not an option",
  ],
  [
    "a price of zero",
    { rates: { sources: [{ kind: "fixed", prices: { usd: { USDC: "0.00" } } }] } },
    "rates.sources.0.prices.usd.USDC: found a text, expected a price above zero",
  ],
  [
    "a price as a number",
    { rates: { sources: [{ kind: "fixed", prices: { usd: { USDC: 1 } } }] } },
    "rates.sources.0.prices.usd.USDC: found 1,",
  ],
  ["no rate source", { rates: { sources: [] } }, "rates.sources: found an empty list, expected at least"],
  [
    "an unknown rate source",
    { rates: { sources: [{ kind: "binance" }] } },
    'rates.sources.0.kind: found a text, expected "fixed", "coingecko", "coinbase", "kraken" or "custom"',
  ],
  [
    "two sources with the same name",
    { rates: { sources: [{ kind: "kraken" }, { kind: "kraken" }] } },
    'rates.sources.1.name: found nothing, expected a unique name; "kraken" is already taken',
  ],
  [
    "a key as a number",
    { rates: { sources: [{ kind: "coingecko", apiKey: 12345678 }] } },
    "rates.sources.0.apiKey: found a number, expected a text",
  ],
  [
    "an option of another kind of source",
    { rates: { sources: [{ kind: "kraken", apiKey: "CG-12345678" }] } },
    "rates.sources.0.apiKey: not an option of this plugin",
  ],
  [
    "http prices in a live store",
    {
      ...{ environment: "live", baseUrl: "https://gateway.test/api" },
      rates: { sources: [{ kind: "kraken", baseUrl: "http://proxy.test" }] },
    },
    'rates.sources.0.baseUrl: found an http address, expected https when environment is "live"',
  ],
  [
    "credentials in a source's URL",
    { rates: { sources: [{ kind: "kraken", baseUrl: "https://user:secret@proxy.test" }] } },
    "rates.sources.0.baseUrl: found a login, query or fragment, expected the plain address",
  ],
  ["the old price table", { rates: { fixed: {} } }, "rates.fixed: replaced by rates.sources:"],
  ["the old price function", { rates: { source: () => null } }, "rates.source: replaced by rates.sources:"],
  [
    "an http explorer",
    { explorers: { "moon-mainnet": { tx: "http://moon.test/{hash}" } } },
    "explorers.moon-mainnet.tx: found a text, expected an https address with {hash}, or null for no link",
  ],
  [
    "an explorer template without the placeholder",
    { explorers: { "moon-mainnet": { address: "https://moon.test/" } } },
    "explorers.moon-mainnet.address: found a text, expected an https address with {address}",
  ],
  [
    "a rate source that is not a function",
    { rates: { sources: [{ kind: "custom", rate: "coingecko" }] } },
    "rates.sources.0.rate: found a text, expected a function",
  ],
  ["a negative spread", { rates: { spreadBps: -1 } }, "rates.spreadBps: found -1,"],
  ["a spread of a third", { rates: { spreadBps: 3_333 } }, "rates.spreadBps: found 3333,"],
  ["a plan without calls", { throttle: { callsPerMinute: 0 } }, "throttle.callsPerMinute: found 0,"],
  ["half an attempt", { tuning: { callAttempts: 1.5 } }, "tuning.callAttempts: found 1.5,"],
  ["a misspelt option", { apikey: "key_standard" }, "apikey: not an option of this plugin"],
  [
    "a misspelt nested option",
    { tuning: { leaseSeconds: 60 } },
    "tuning.leaseSeconds: not an option of this plugin",
  ],
  ["a constant", { inbox: { leaseMs: 60_000 } }, "inbox.leaseMs: no longer an option: remove it"],
  ["a constant beside an option", { payouts: { leaseMs: 60_000 } }, "payouts.leaseMs: no longer an option"],
  ["a typo beside constants", { inbox: { leaseSeconds: 1 } }, "inbox.leaseSeconds: not an option of this"],
  ["an empty group of constants", { gateway: {} }, "gateway: no longer an option: remove it"],
  ["a constant that is no object", { inbox: 60 }, "inbox: no longer an option: remove it"],
  [
    "the rate of polls",
    { reconciliation: { maxCallsPerMinute: 60 } },
    "reconciliation.maxCallsPerMinute: replaced by throttle.callsPerMinute,",
  ],
  [
    "the rate of checkouts",
    { throttle: { checkoutCallsPerMinute: 60 } },
    "throttle.checkoutCallsPerMinute: replaced by throttle.callsPerMinute,",
  ],
  [
    "the mode of the dashboard",
    { assignmentMode: "ledger_only" },
    'assignmentMode: no longer an option: remove it; if the provider\'s dashboard says ledger_only, set collection to "invoice"',
  ],
])("%s is refused", (_, change, expected) => {
  const problems = problemsWith(change)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(new RegExp(`^${expected.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`))
})

test("everything that is wrong is in one message, the http address in live too", () => {
  const input = {
    environment: "live",
    baseUrl: "http://gateway.test/api/v1",
    webhookSecrets: [],
    inbox: { concurrency: 8, leaseMs: 60_000 },
    typo: true,
    other: true,
  }
  const problems = problemsOf(input)
  expect(problems.map((problem) => problem.split(":")[0]).sort()).toEqual(
    [
      "apiKey",
      "baseUrl",
      "businessId",
      "inbox.concurrency",
      "inbox.leaseMs",
      "other",
      "typo",
      "webhookSecrets",
    ].sort()
  )
  expect(() => parseOptions(input)).toThrow(problems.map((problem) => `  - ${problem}`).join("\n"))
})

test("an http address is refused in live and allowed in the sandbox", () => {
  const expected = `baseUrl: found an http address, expected https when environment is "live"`
  expect(problemsWith({ environment: "live" })).toEqual([expected])
  expect(problemsWith({ environment: "live", baseUrl: "HTTP://gateway.test" })).toEqual([expected])
  expect(optionsWith({ environment: "live", baseUrl: "https://gateway.test/api/v1" }).environment).toBe(
    "live"
  )
  expect(optionsWith().baseUrl).toBe("http://localhost:4000/api/v1")
})

test("no key, secret or address is ever repeated in the message", () => {
  const secrets = ["hunter2", "topsecret\n", 987_654_321_987, "user:pa55word"]
  const [short, broken, number, login] = secrets
  const input = {
    ...validInput,
    environment: "live",
    baseUrl: `http://${login}@gateway.test`,
    apiKey: short,
    payoutApiKey: number,
    webhookSecrets: [short, number, { secret: broken }],
    nope: broken,
  }
  const message = problemsOf(input).join("\n")
  expect(message).toContain("webhookSecrets.1: found a number")
  for (const secret of secrets) expect(message).not.toContain(String(secret).trim())
})

test("secrets keep their order, and spaces around a pasted one are dropped", () => {
  const options = optionsWith({ webhookSecrets: [" whsec_new_1\n", "whsec_old_1"], apiKey: " key_standard " })
  expect(options.webhookSecrets).toEqual(["whsec_new_1", "whsec_old_1"])
  expect(options.apiKey).toBe("key_standard")
})

test("currency codes of the rate table are read in any case", () => {
  const sources = [{ kind: "fixed" as const, prices: { USD: { USDC: "1.01" } }, currencies: ["USD"] }]
  expect(optionsWith({ rates: { sources } }).rates.sources).toEqual([
    { kind: "fixed", prices: { usd: { USDC: "1.01" } }, currencies: ["usd"] },
  ])
})

test("what Medusa adds to a module's options is not a misspelt option", () => {
  expect(parseOptions({ ...validInput, database: { clientUrl: "postgres://" } })).toEqual(optionsWith())
})
