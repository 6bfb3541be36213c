import { problemsWith } from "./valid-options"

const LIVE = { environment: "live", baseUrl: "https://gateway.test/api" }
const SHOP = "https://shop.example"
const pageUrl = `${SHOP}/onchain/pay/{token}`
const ALIEN = "not an option of this plugin"
const KINDS = 'found a text, expected "fixed", "coingecko", "coinbase", "kraken" or "custom"'
const LOGIN = "found a login, query or fragment, expected the plain address"
const TX = "found a text, expected an https address with {hash}, or null for no link"
const USER_ID = `found a text, expected the id of a user, such as "user_01J...", as an invite can take any email`
const TWO_USERS =
  `found a list, expected at least two users beside approval "second_user": ` +
  "no user could approve another one's request"
const BY_TWO = { approval: "second_user" }
const HTTP = 'found an http address, expected https when environment is "live"'

/** Options with a value at a path such as `rails.0.chain`, and more beside it. */
function optionsAt(path: string, value: unknown, beside: object): object {
  const [last = "", ...parents] = path.split(".").reverse()
  const isPlace = (name: string) => /^\d+$/.test(name)
  const inner: unknown = isPlace(last) ? [value] : { ...beside, [last]: value }
  return Object(parents.reduce((part, name) => (isPlace(name) ? [part] : { [name]: part }), inner))
}

test.each<[path: string, problem: string, value: unknown, beside?: object]>([
  ["environment", "found a text,", "prod"],
  ["baseUrl", "found a text, expected the provider's address", "gateway.test/api/v1"],
  ["baseUrl", "found a text, expected the provider's address", "ftp://gateway.test"],
  ["baseUrl", "found nothing, expected the provider's address", undefined],
  ["businessId", "found an empty text,", "  "],
  ["apiKey", "found an empty text, expected a secret of at least 8 characters", ""],
  ["apiKey", "found null,", null],
  ["payoutApiKey", "found a text, expected a secret of at least 8", "abc"],
  ["webhookSecrets", "found an empty list, expected at least one webhook secret", []],
  ["webhookSecrets", "found a text,", "whsec_12345"],
  ["assumptions.signature.toleranceMs", "found -1,", -1],
  ["placeOrder", "found a text,", "later"],
  ["maxShortfallBps", "found 501, expected at most 500, which is 5 %", 501],
  ["rails", "found an empty list, expected at least one rail", []],
  ["rails.0.chain", "found nothing,", undefined, { token: "USDC" }],
  ["rails.0.network", ALIEN, "base", { chain: "evm" }],
  ["rates.sources", "found an empty list, expected at least", []],
  ["rates.sources.0.kind", KINDS, "binance"],
  ["rates.sources.0.apiKey", "found a number, expected a text", 12345678, { kind: "coingecko" }],
  ["rates.sources.0.apiKey", ALIEN, "CG-12345678", { kind: "kraken" }],
  ["rates.sources.0.baseUrl", LOGIN, "https://user:secret@proxy.test", { kind: "kraken" }],
  ["rates.sources.0.rate", "found a text, expected a function", "coingecko", { kind: "custom" }],
  ["rates.spreadBps", "found -1,", -1],
  ["rates.spreadBps", "found 3333,", 3_333],
  ["explorers.moon-mainnet.tx", TX, "http://moon.test/{hash}"],
  ["explorers.moon-mainnet.address", "found a text, expected an https address with {address}", `${SHOP}/`],
  ["throttle.callsPerMinute", "found 0,", 0],
  ["tuning.callAttempts", "found 1.5,", 1.5],
  ["tuning.leaseSeconds", ALIEN, 60],
  ["apikey", ALIEN, "key_standard"],
  ["checkout.accentColor", "found a text, expected a color", "teal"],
  ["checkout.accentColor", "found a text, expected a color", "#fff}"],
  ["checkout.accentColour", ALIEN, "#fff"],
  ["checkout.logoUrl", "found a text, expected an address", "javascript:alert(1)"],
  ["checkout.support.email", "found a text, expected an email", "help"],
  ["checkout.locales.0", "found a text, expected a language tag", "d e"],
  ["checkout.locales", "found an empty list, expected at least one", []],
  ["checkout.framedBy.0", "found a text, expected an origin", `${SHOP}/pay`],
  ["checkout.framedBy.0", "found a text, expected an origin", "*"],
  ["storefront.origins.0", "found a text, expected an origin", `${SHOP}/`],
  ["storefront.returnUrls.cancelled", "found a text, expected an address", "/cart"],
  ["notifications.channel", "found an empty text, expected a channel", " ", { pageUrl }],
  ["notifications.templates.late", ALIEN, "x"],
  ["notifications.templates.paid", "found an empty text,", ""],
  ["payouts.approvals", ALIEN, "none"],
  ["payouts.approval", "found a text,", "two"],
  ["payouts.allowedUsers.0", USER_ID, "ada@shop.test"],
  ["payouts.allowedUsers.0", "found an empty text,", " "],
  ["payouts.allowedUsers.0", "found a text, expected the id of a user,", "apk_01"],
  ["payouts.allowedUsers.0", "found a text, expected the id", "user_01 "],
  ["payouts.allowedUsers.0", "found a text, expected", "us\u0435r_01"],
  ["payouts.allowedUsers", TWO_USERS, ["user_ada"], BY_TWO],
  ["payouts.allowedUsers", TWO_USERS, ["user_ada", "user_ada"], BY_TWO],
  [
    "payouts.limits.0.perDay",
    "found a text, expected no less than perWithdrawal",
    "99.99",
    { token: "USDC", perWithdrawal: "100" },
  ],
  ["payouts.limits.0.perDay", "found a text, expected an amount above zero", "0.0", { token: "USDC" }],
  ["payouts.limits.0.perDay", "found 5,", 5, { token: "USDC" }],
  ["payouts.limits.0.token", "found nothing,", undefined, { perDay: "5" }],
])("%s: %s %j", (path, problem, value, beside = {}) => {
  const [found = "", ...others] = problemsWith(optionsAt(path, value, beside))
  expect(found.startsWith(`${path}: ${problem}`) && others).toEqual([])
})

const fixed = (price: unknown) => ({
  rates: { sources: [{ kind: "fixed", prices: { usd: { USDC: price } } }] },
})
const returning = (returnUrls: object) => ({ storefront: { origins: [SHOP], returnUrls } })

test.each<[change: object, problem: string, others?: number]>([
  [{ webhookSecrets: ["whsec_12345", " "] }, "webhookSecrets.1: found an empty text,"],
  [fixed("0.00"), "rates.sources.0.prices.usd.USDC: found a text, expected a price above zero"],
  [fixed(1), "rates.sources.0.prices.usd.USDC: found 1,"],
  [
    { rates: { sources: [{ kind: "kraken" }, { kind: "kraken" }] } },
    'rates.sources.1.name: found nothing, expected a unique name; "kraken" is already taken',
  ],
  [
    { ...LIVE, rates: { sources: [{ kind: "kraken", baseUrl: "http://proxy.test" }] } },
    `rates.sources.0.baseUrl: ${HTTP}`,
  ],
  [{ environment: "live" }, `baseUrl: ${HTTP}`],
  [{ ...LIVE, baseUrl: "HTTP://gateway.test" }, `baseUrl: ${HTTP}`],
  [
    { ...LIVE, notifications: { channel: "email", pageUrl: "http://shop.example/{token}" } },
    `notifications.pageUrl: ${HTTP}`,
  ],
  [{ notifications: { channel: "email" } }, "notifications.pageUrl: found nothing, expected the address"],
  [
    returning({ placed: "https://evil.example/{order_id}" }),
    "storefront.returnUrls.placed: found a text, expected an address on one of storefront.origins",
  ],
  [
    returning({ placed: "https://{order_id}.example/" }),
    "storefront.returnUrls.placed: found a text, expected no placeholder in the host name",
    1,
  ],
  [
    returning({ paid: `${SHOP}/{token}` }),
    "storefront.returnUrls.paid: found a text, expected only the placeholders",
  ],
  [
    { payouts: { limits: [{ token: "USDC" }] } },
    "payouts.limits.0: found a value of type object, expected perWithdrawal or perDay",
  ],
])("%j is refused", (change, problem, others = 0) => {
  const problems = problemsWith(change)
  expect(problems).toHaveLength(1 + others)
  expect(problems[0]?.slice(0, problem.length)).toBe(problem)
})

test.each([
  `${SHOP}/pay`,
  "https://{token}.shop.example/pay",
  "https://shop.example{token}/pay",
  `${SHOP}/{token}/{token}`,
  "https://ada:secret@shop.example/{token}",
  "javascript:alert({token})",
  "/onchain/pay/{token}",
])("%s is not a valid pageUrl", (text) => {
  const expected = expect.stringMatching(/^notifications\.pageUrl: .*\{token\}/)
  expect(problemsWith({ notifications: { pageUrl: text } })).toEqual([expected])
})
