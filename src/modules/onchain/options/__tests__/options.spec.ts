import { DEFAULT_TEMPLATES, pageUrlOf } from "../option-groups"
import { parseOptions } from "../options"
import { optionsWith, problemsOf, validInput } from "./valid-options"

test("the shortest configuration gets every default", () => {
  const options = optionsWith()
  expect(options).toMatchObject({
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
  expect([options.payoutApiKey, options.rails]).toEqual([undefined, undefined])
  const support = { email: null, url: null }
  expect(options.checkout).toEqual({
    ...{ name: null, logoUrl: null, accentColor: null, support, words: {}, framedBy: [] },
  })
  const returnUrls = { placed: null, paid: null, cancelled: null }
  expect(options.storefront).toEqual({ origins: [], returnUrls, redirectAfterPaid: false })
  expect(options.payouts).toEqual({ approval: "none", allowedUsers: [], allowApiKeys: false, limits: [] })
  expect(options.notifications).toEqual({ channel: null, templates: DEFAULT_TEMPLATES, operators: null })
})

test.each([undefined, null, {}])(
  "with %j as options every required field is named in one message",
  (input) => {
    expect(problemsOf(input).map((problem) => problem.split(":")[0])).toEqual([
      ...["environment", "baseUrl", "businessId", "apiKey", "webhookSecrets"],
    ])
  }
)

test("everything that is wrong is in one message, the http address in live too", () => {
  const input = {
    environment: "live",
    baseUrl: "http://gateway.test/api/v1",
    webhookSecrets: [],
    typo: true,
    other: true,
  }
  const problems = problemsOf(input)
  expect(problems.map((problem) => problem.split(":")[0]).sort()).toEqual([
    ...["apiKey", "baseUrl", "businessId", "other", "typo"],
    "webhookSecrets",
  ])
  expect(() => parseOptions(input)).toThrow(problems.map((problem) => `  - ${problem}`).join("\n"))
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

test("languages, own texts, return URLs, users and limits are kept as they were written", () => {
  const origins = ["https://shop.example", "http://localhost:8000"]
  const returnUrls = {
    placed: "https://shop.example/{country_code}/order/{order_id}/confirmed",
    cancelled: "http://localhost:8000/checkout?cart={cart_id}&n={display_id}",
  }
  const checkout = {
    name: "Nordic Coffee",
    logoUrl: "https://cdn.example/logo.svg",
    accentColor: "#0a7",
    support: { email: "help@shop.example", url: "https://shop.example/help" },
    locales: ["de", "pt-BR"],
    words: { de: { paid_title: "Bezahlt" } },
    framedBy: ["https://shop.example"],
  }
  const limits = [
    { token: "USDC", perWithdrawal: "100" },
    { token: "USDT", networkId: "eth-mainnet", perDay: "0.5" },
    { token: "USDC", canonicalAssetId: "stellar:USDC:GA", perWithdrawal: "10", perDay: "10.0" },
  ]
  const payouts = { approval: "second_user" as const, allowedUsers: ["user_01JZ8Q", "user_ada"], limits }
  const options = optionsWith({ checkout, payouts, storefront: { origins, returnUrls } })
  expect(options.checkout).toEqual(checkout)
  expect(options.storefront.returnUrls).toEqual({ ...returnUrls, paid: null })
  expect(options.payouts).toMatchObject(payouts)
})

const pageUrl = "http://shop.example/pay?t={token}#now"

test("a template can be renamed or turned off, and the others keep their names", () => {
  const templates = { awaiting: "d-1234", paid: null }
  const { notifications } = optionsWith({ notifications: { channel: "email", pageUrl, templates } })
  expect(notifications).toMatchObject({ pageUrl, templates: { ...DEFAULT_TEMPLATES, ...templates } })
})

test("the token replaces the placeholder", () => {
  expect(pageUrlOf(pageUrl, "a$&b")).toBe("http://shop.example/pay?t=a%24%26b#now")
})
