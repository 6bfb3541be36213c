import { GatewayError, LOCAL_ERROR_CODES } from "../client/errors"
import { ERROR_CATEGORIES, KNOWN_ERROR_CODES, type ErrorCategory } from "../contract"
import { errorOf, refusal, scriptedGateway } from "./scripted-gateway"

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

test.each(LOCAL_ERROR_CODES)("%s is ours and has none", (code) => {
  const failure = { code, explanation: "x", outcome: "not_applied", isRetryable: false, status: 500 } as const
  expect(new GatewayError("getInvoice", failure).category).toBeUndefined()
})

test.each(["CACHE_COORDINATION_UNAVAILABLE", "SERVICE_UNAVAILABLE"])(
  "%s is repeated where the document allows it: by its status",
  async (code) => {
    const temporary = scriptedGateway([refusal(503, code), refusal(503, code)], { maxAttempts: 2 })
    expect(await errorOf(temporary.client.getInvoice("inv_1"))).toMatchObject({ isRetryable: true })
    expect(temporary.sent).toHaveLength(2)
    const final = scriptedGateway([refusal(409, code)])
    expect(await errorOf(final.client.getInvoice("inv_1"))).toMatchObject({ isRetryable: false })
    expect(final.sent).toHaveLength(1)
  }
)
