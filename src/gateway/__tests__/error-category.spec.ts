import { parseAssumptions, ERROR_MEANINGS } from "../assumptions"
import { isAmountRefusal } from "../client/errors"
import { codeToOurs, ERROR_CATEGORIES, KNOWN_ERROR_CODES, type ErrorCategory } from "../contract"
import { errorOf, json, refusal, scriptedGateway } from "./scripted-gateway"

/** A status no known code's category has, so that what is read must come from the code. */
const oddStatus = 418

test.each(KNOWN_ERROR_CODES)("%s has its category whatever its status is", async (code) => {
  const { client } = scriptedGateway([refusal(oddStatus, code)], { maxAttempts: 1 })
  expect(await errorOf(client.getInvoice("inv_1"))).toMatchObject({ code, category: ERROR_CATEGORIES[code] })
})

test.each<[status: number, category: ErrorCategory | undefined]>([
  [400, "validation"],
  [401, "authentication"],
  [403, "permission"],
  [404, "not_found"],
  [409, "conflict"],
  [429, "rate_limited"],
  [500, "server"],
  [599, "server"],
  [418, undefined],
])("an unknown code has the category of its status: %i %s", async (status, category) => {
  const { client } = scriptedGateway([refusal(status, "BRAND_NEW")], { maxAttempts: 1 })
  expect(await errorOf(client.getInvoice("inv_1"))).toMatchObject({ code: "BRAND_NEW", status, category })
})

const categories = {
  quote_expired: "conflict",
  "intent.inactive": "conflict",
  "4012": "insufficient_balance",
  StillWorking: "in_progress",
  SEEN_BEFORE: "duplicate",
} as const
const assumptions = parseAssumptions({ errors: { categories } })
const call = { idempotencyKey: "wd_1" }
const withdrawal = { quoteId: "quote_1", clientReference: "ocwd_1" }
const refusedAs = async (status: number, code: string) => {
  const script = [json(status, { error: { code, message: "words" } })]
  const { client, sent } = scriptedGateway(script, { assumptions, maxAttempts: 1 })
  return { error: await errorOf(client.createWithdrawal(withdrawal, call)), sent }
}

test.each([
  ["quote_expired", 422, "CONFLICT", "conflict", "not_applied", false],
  ["intent.inactive", 400, "CONFLICT", "conflict", "not_applied", false],
  ["4012", 402, "INSUFFICIENT_BALANCE", "conflict", "not_applied", false],
  ["StillWorking", 409, "IDEMPOTENCY_REQUEST_IN_PROGRESS", "conflict", "unknown", true],
  ["SEEN_BEFORE", 400, "DUPLICATE_REQUEST", "conflict", "unknown", false],
])(
  "the code %s of the service, with %i, leads on as %s",
  async (code, status, ours, category, outcome, isRetryable) => {
    const { error } = await refusedAs(status, code)
    expect(error).toMatchObject({ code: ours, serviceCode: code, category, outcome, isRetryable })
    expect(String(error)).toContain(`${ours}, sent as ${code}, HTTP ${status}`)
  }
)

test.each(["not_mapped", "NotMapped", "constructor"])(
  "the unmapped code %s with 4xx did nothing",
  async (code) => {
    const { error } = await refusedAs(422, code)
    expect(error).toMatchObject({ code, outcome: "not_applied", isRetryable: false })
    expect(error).not.toHaveProperty("serviceCode", expect.anything())
  }
)

test.each([408, 425])("no code with %i says that nothing was done", async (status) => {
  expect((await refusedAs(status, "not_mapped")).error).toMatchObject({ outcome: "unknown" })
})

test("every meaning leads to a documented code", () => {
  for (const meaning of ERROR_MEANINGS) {
    const own = parseAssumptions({ errors: { categories: { their_word: meaning } } })
    expect(KNOWN_ERROR_CODES).toContain(codeToOurs("their_word", own))
  }
})

test.each([
  ["a field named amount", 400, { code: "VALIDATION_ERROR", details: [{ field: "amount" }] }, true],
  ["the expected amount", 422, { code: "INVALID", details: [{ field: "expectedAmount" }] }, true],
  ["an explanation as text", 400, { code: "VALIDATION_ERROR", details: ["amount: leaves nothing"] }, true],
  ["a code of its own", 422, { code: "AMOUNT_TOO_SMALL" }, true],
  ["a conflict over a minimum", 409, { code: "BELOW_MINIMUM" }, true],
  ["another field", 400, { code: "VALIDATION_ERROR", details: [{ field: "networkId" }] }, false],
  ["no details", 400, { code: "VALIDATION_ERROR" }, false],
  ["an unknown key", 401, { code: "UNAUTHORIZED", details: ["amount"] }, false],
  ["a rate limit", 429, { code: "RATE_LIMIT_EXCEEDED", details: ["amount of calls"] }, false],
  ["an outage", 503, { code: "SERVICE_UNAVAILABLE", details: ["amount"] }, false],
])("a refusal with %s (%i) is about the amount: %j, %s", async (_, status, { code, ...body }, expected) => {
  const answer = json(status, { error: { code, message: "refused", ...body } })
  const { client } = scriptedGateway([answer], { maxAttempts: 1 })
  const request = { amount: "1", token: "USDC", chain: "evm", networkId: "base-mainnet" }
  expect(isAmountRefusal(await errorOf(client.createInvoice(request, { idempotencyKey: "k" })))).toBe(
    expected
  )
})

test("what is no answer of the service is no refusal for the amount", () => {
  expect(isAmountRefusal(new Error("amount"))).toBe(false)
})
