import { request } from "node:http"
import type { Assumptions } from "../../../src/gateway/assumptions"
import { endpointNames } from "../../../src/gateway/contract"
import { expectedCall } from "../story/documented-calls"
import { story } from "../story/story"
import { usdcOnBase } from "./rails"
import { EVM_DESTINATION } from "./treasury"

/** The calls that a service of these assumptions has, each with its documented path and key. */
const callsOf = (assumptions: Assumptions) =>
  endpointNames.flatMap((name) => {
    const call = expectedCall(name, assumptions)
    return call === null ? [] : [{ name, ...call }]
  })
const recipient = { label: "a", destinationAddress: EVM_DESTINATION, shareBps: 10_000 }
/** Enough of a path to reach the key check: its ids need not exist. */
const params = { customerId: "c", invoiceId: "i", depositId: "d", withdrawalId: "w" }

story(
  "every endpoint refuses a call without a key, with an unknown one, and with a key of the other environment",
  [
    "rule:auth.missing",
    "rule:auth.invalid",
    "rule:auth.other-environment",
    "rule:auth.header",
    "error:UNAUTHORIZED",
  ],
  async ({ raw, sandbox, assumptions }) => {
    const { apiKey, payoutApiKey } = sandbox.credentials
    const foreign = [apiKey, payoutApiKey].map((key) => key.replace(/^sandbox/, "live"))
    expect(foreign).not.toContain(apiKey)
    for (const { name } of callsOf(assumptions)) {
      for (const key of [null, "", "nonsense", `${apiKey}x`, ...foreign]) {
        const answer = await raw(name, { params, body: {}, apiKey: key })
        expect([name, key, answer.status, answer.code]).toEqual([name, key, 401, "UNAUTHORIZED"])
      }
    }
    const headers = { authorization: `Bearer ${apiKey}` }
    expect((await raw("listNetworks", { apiKey: null, headers })).status).toBe(401)
  }
)

story(
  "every endpoint refuses the other type of key, and accepts its own",
  [
    "rule:auth.standard",
    "rule:auth.payout",
    "rule:auth.standard-no-money",
    "rule:auth.payout-nothing-else",
    "rule:auth.wrong-key-type",
    "error:FORBIDDEN",
  ],
  async ({ raw, sandbox, assumptions }) => {
    const { apiKey: standard, payoutApiKey: payout } = sandbox.credentials
    for (const { name, key } of callsOf(assumptions)) {
      const [own, other] = key === "payout" ? [payout, standard] : [standard, payout]
      const refused = await raw(name, { params, body: {}, apiKey: other })
      expect([name, refused.status, refused.code]).toEqual([name, 403, "FORBIDDEN"])
      const taken = await raw(name, { params, body: {}, apiKey: own })
      expect([name, [401, 403].includes(taken.status)]).toEqual([name, false])
    }
  }
)

story(
  "an invoice or an intent with recipients accepts only the payout key",
  ["rule:recipients.key"],
  async ({ raw, sandbox }) => {
    const { apiKey: standard, payoutApiKey } = sandbox.credentials
    const body = { ...usdcOnBase, amount: "10", payoutRecipients: [recipient] }
    expect((await raw("createInvoice", { body, apiKey: standard })).refusal).toBe("403 FORBIDDEN")
    expect((await raw("createInvoice", { body, apiKey: payoutApiKey })).status).toBe(201)
    expect(await raw("createIntent", { params, body, apiKey: standard })).toMatchObject({ status: 403 })
  }
)

story(
  "objects of another business do not exist",
  ["rule:auth.other-business"],
  async ({ raw, assumptions }) => {
    for (const { name } of callsOf(assumptions).filter(({ path }) => path.includes("{businessId}"))) {
      const answer = await raw(name, { params: { ...params, businessId: "biz_of_somebody_else" }, body: {} })
      expect([name, answer.status, answer.code]).toEqual([name, 404, "NOT_FOUND"])
    }
    expect((await raw("getInvoice", { params })).refusal).toBe("404 NOT_FOUND")
  }
)

story(
  "a request carries its key and the type of its body, in headers whose names are case-insensitive",
  ["rule:headers.case", "rule:headers.content-type"],
  async ({ sandbox, clientWith, fetch }) => {
    const { apiKey, businessId } = sandbox.credentials
    const headers = { "X-Api-Key": apiKey, "IDEMPOTENCY-KEY": "k", "CONTENT-TYPE": "application/json" }
    const body = JSON.stringify({ ...usdcOnBase, amount: "1" })
    expect(await statusOfPost(`${sandbox.url}/businesses/${businessId}/invoices`, headers, body)).toBe(201)
    expect(sandbox.requests().at(-1)?.idempotencyKey).toBe("k")
    const sent: [string | null, string | null][] = []
    const client = clientWith({
      fetch: (input, init) => {
        const { headers } = new Request(input, init)
        sent.push([headers.get("x-api-key"), headers.get("content-type")])
        return fetch(input, init)
      },
    })
    await client.createInvoice({ ...usdcOnBase, amount: "1" }, { idempotencyKey: "l" })
    await client.getBilling()
    expect(sent).toEqual(Array(2).fill([apiKey, "application/json"]))
  }
)

/** `fetch` would write the names in lower case. */
function statusOfPost(url: string, headers: Record<string, string>, body: string) {
  return new Promise<number | undefined>((resolve, reject) => {
    const sent = request(url, { method: "POST", headers }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode))
    })
    sent.on("error", reject).end(body)
  })
}
