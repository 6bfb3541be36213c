import type { AttemptReport } from "../client/call"
import { errorOf, json, refusal, scriptedGateway } from "./scripted-gateway"

test.each([
  ["that may read", json(200, { data: [] })],
  ["that is known and may not read", refusal(403, "FORBIDDEN")],
])(
  "a payout key %s is recognized by a read of balances, and nothing is moved or quoted",
  async (_, answer) => {
    const { client, sent } = scriptedGateway([answer])
    await client.verifyPayoutKey()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.init.method).toBe("GET")
    expect(sent[0]?.url.pathname).toMatch(/\/businesses\/[^/]+\/balances$/)
    expect(sent[0]?.headers.get("x-api-key")).toBe("key_payout")
  }
)

test.each([
  [401, "UNAUTHORIZED"],
  [404, "NOT_FOUND"],
])("a payout key that is answered with %i is reported as %s", async (status, code) => {
  const { client } = scriptedGateway([refusal(status, code)])
  expect(await errorOf(client.verifyPayoutKey())).toMatchObject({ code, status, endpoint: "verifyPayoutKey" })
})

test("an attempt reports the service's own time, where there is one", async () => {
  const reports: AttemptReport[] = []
  const dated = json(200, { data: [] }, { date: "Thu, 01 Jan 2026 00:00:00 GMT" })
  const { client } = scriptedGateway(
    [dated, json(200, { data: [] }), json(200, { data: [] }, { date: "soon" })],
    {
      onAttempt: (report) => reports.push(report),
    }
  )
  for (let call = 0; call < 3; call++) await client.verifyPayoutKey()
  expect(reports.map(({ serverTimeMs }) => serverTimeMs)).toEqual([
    Date.UTC(2026, 0, 1),
    undefined,
    undefined,
  ])
})
