import { endpointNames, endpoints, type Endpoint, type EndpointName } from "../contract/endpoints"
import { endpointCases, type EndpointCase } from "./endpoint-cases"
import { errorOf, json, refusal, scriptedGateway } from "./scripted-gateway"

const caseOf = (name: EndpointName): EndpointCase => endpointCases[name]
const endpointOf = (name: EndpointName): Endpoint => endpoints[name]
const isList = (name: EndpointName) => endpointOf(name).answer === "list"
const mutating = endpointNames.filter((name) => endpointOf(name).isMutating)
const answerOf = (name: EndpointName, answer: unknown = caseOf(name).answer) =>
  json(200, isList(name) ? { data: [answer] } : answer)
/** What a field of the wrong type makes of every answer. */
const unreadable = (name: EndpointName) => answerOf(name, isList(name) ? 7 : [])

test.each(endpointNames)(
  "an answer of %s that cannot be read is an error, and a lost answer if it mutates",
  async (name) => {
    const { client, sent } = scriptedGateway([unreadable(name)])
    expect(await errorOf(caseOf(name).call(client, "key-1"))).toMatchObject({
      name: "GatewayError",
      code: "UNEXPECTED_RESPONSE",
      endpoint: name,
      category: undefined,
      outcome: endpointOf(name).isMutating ? "unknown" : "not_applied",
      isRetryable: endpointOf(name).isMutating,
      isAccepted: endpointOf(name).isMutating,
    })
    expect(sent).toHaveLength(1)
  }
)

test.each(mutating)(
  "%s is not sent without a key of the caller's, and is repeated with the same one",
  async (name) => {
    const refused = scriptedGateway([])
    const withoutKey = caseOf(name).call(refused.client, "")
    expect(await errorOf(withoutKey)).toMatchObject({ code: "INVALID_REQUEST", endpoint: name })
    expect(refused.sent).toHaveLength(0)

    const { client, sent } = scriptedGateway([refusal(503, "SERVICE_UNAVAILABLE"), answerOf(name)])
    await caseOf(name).call(client, "key-1")
    expect(sent.map(({ headers }) => headers.get("idempotency-key"))).toEqual(["key-1", "key-1"])
    expect(sent[1]?.init.body).toBe(sent[0]?.init.body)
  }
)

test.each(endpointNames.filter((name) => endpointOf(name).key === "payout"))(
  "%s without a payout key is refused before it is sent",
  async (name) => {
    const { client, sent } = scriptedGateway([], { payoutApiKey: undefined })
    expect(await errorOf(caseOf(name).call(client, "key-1"))).toMatchObject({
      ...{ code: "PAYOUT_KEY_MISSING", endpoint: name, category: undefined },
      ...{ outcome: "not_applied", isRetryable: false },
    })
    expect(sent).toHaveLength(0)
  }
)

test.each(endpointNames.filter(isList))("%s is read to its last page", async (name) => {
  const { answer, call } = caseOf(name)
  const idField = "depositId" in answer ? "depositId" : "id"
  const rows = ["1", "2", "3"].map((id) => ({ ...answer, [idField]: id }))
  const page = (row: object | undefined, nextCursor: string | null) => json(200, { data: [row], nextCursor })
  const { client, sent } = scriptedGateway([page(rows[0], "c 2"), page(rows[1], "c3"), page(rows[2], null)])
  expect(await call(client, "key-1")).toMatchObject(rows)
  expect(sent.map(({ url }) => url.searchParams.get("cursor"))).toEqual([null, "c 2", "c3"])
  const asksForSize = endpointOf(name).query?.includes("limit") ?? false
  expect(sent.map(({ url }) => url.searchParams.get("limit"))).toEqual(
    Array(3).fill(asksForSize ? "100" : null)
  )
})
