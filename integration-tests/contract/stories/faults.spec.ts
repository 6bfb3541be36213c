import type { Fault } from "../../../src/sandbox"
import type { GatewayClientOptions } from "../../../src/gateway"
import { assumptionSets } from "../assumption-sets/assumption-sets"
import { skippedTime, type Scene } from "../story/scene"
import { story } from "../story/story"
import { usdcOnBase } from "./rails"
import { balanceOf, EVM_DESTINATION, fundTreasury } from "./treasury"

const CALLS = 1_000
const AT_ONCE = 20
const WHOLE = 1_000_000
/** What is retried depends on codes and statuses, in which these two differ. */
const SERVICES = assumptionSets.slice(0, 2)

/** About three calls in ten fail: six kinds, each with this chance among the calls that the others left. */
const CHANCE = 0.058
const faults: Fault[] = [
  { kind: "latency", ms: 3 },
  { kind: "rate_limit", retryAfterSeconds: 1 },
  { kind: "server_error", status: 503 },
  { kind: "server_error", status: 502, html: true },
  { kind: "reset" },
  { kind: "drop_response" },
]
const inProgress: Fault = { kind: "in_progress" }

type AttemptReport = Parameters<NonNullable<GatewayClientOptions["onAttempt"]>>[0]

/** A client that keeps retrying, and records every attempt. */
function patientClient({ clientWith }: Scene) {
  const attempts: AttemptReport[] = []
  const gateway = clientWith({
    ...skippedTime(),
    ...{ maxAttempts: 50, maxElapsedMs: 2 ** 31 - 1 },
    onAttempt: (report) => attempts.push(report),
  })
  return { gateway, attempts }
}

/** Runs this many calls, some in parallel. */
async function repeat<T>(times: number, run: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    while (next < times) {
      const index = next++
      results[index] = await run(index)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}

/** Everything an operator could read about the run. */
function expectNoSecrets({ sandbox }: Scene, log: unknown): void {
  const text = JSON.stringify(log) + JSON.stringify(sandbox.requests()) + JSON.stringify(sandbox.state())
  const { apiKey, payoutApiKey, webhookSecret, dashboardSession } = sandbox.credentials
  for (const secret of [apiKey, payoutApiKey, webhookSecret, dashboardSession]) {
    expect(text.includes(secret)).toBe(false)
  }
}

story(
  "a thousand invoices under thirty percent faults are a thousand invoices",
  ["rule:retry.post-with-key"],
  async (scene) => {
    const { sandbox } = scene
    const { gateway, attempts } = patientClient(scene)
    for (const fault of faults) sandbox.fault({ ...fault, count: WHOLE, probability: CHANCE })
    const invoices = await repeat(CALLS, (index) =>
      gateway.createInvoice({ ...usdcOnBase, amount: "5" }, { idempotencyKey: `logical_${index}` })
    )
    expect(new Set(invoices.map(({ id }) => id)).size).toBe(CALLS)
    expect(
      sandbox
        .invoices()
        .map(({ id }) => id)
        .sort()
    ).toEqual(invoices.map(({ id }) => id).sort())
    const struck = attempts.filter(({ retryInMs }) => retryInMs !== null)
    expect(struck.length).toBeGreaterThan(CALLS * 0.25)
    expect(new Set(struck.map(({ status }) => status))).toEqual(new Set([undefined, 429, 502, 503]))
    expectNoSecrets(scene, attempts)
  },
  {},
  SERVICES
)

story(
  "money leaves once per withdrawal, whatever happens to its calls",
  ["rule:withdrawal.two-keys"],
  async (scene) => {
    const { sandbox } = scene
    await fundTreasury(scene, { amount: "10000" })
    const { gateway, attempts } = patientClient(scene)
    for (const fault of [...faults, inProgress])
      sandbox.fault({ ...fault, count: WHOLE, probability: CHANCE })
    const ids = await repeat(100, async (index) => {
      const request = { ...usdcOnBase, amount: "1", destinationAddress: EVM_DESTINATION }
      const { id: quoteId } = await gateway.quoteWithdrawal(request, { idempotencyKey: `quote_${index}` })
      const order = { quoteId, clientReference: `payroll-${index}` }
      return (await gateway.createWithdrawal(order, { idempotencyKey: `create_${index}` })).id
    })
    sandbox.clearFaults()
    expect(new Set(ids).size).toBe(100)
    expect(sandbox.withdrawals().length).toBe(100)
    expect(attempts.length).toBeGreaterThan(220)
    expect((await balanceOf(scene)).total).toBe("9805")
    expectNoSecrets(scene, attempts)
  }
)

story(
  "under faults a refusal is still called once: no 4xx is repeated except 408, 429 and a key in progress",
  ["rule:retry.never"],
  async (scene) => {
    const { sandbox } = scene
    const { gateway, attempts } = patientClient(scene)
    for (const fault of [...faults, inProgress])
      sandbox.fault({ ...fault, count: WHOLE, probability: CHANCE })
    const outcomes = await repeat(150, async (index) => {
      const call = { idempotencyKey: `doomed_${index}` }
      const doomed = [
        () => gateway.getInvoice("inv_of_nobody"),
        () => gateway.createInvoice({ ...usdcOnBase, token: "?", amount: "1" }, call),
        () => gateway.createWithdrawal({ quoteId: "quote_of_nobody", clientReference: "x" }, call),
      ]
      const attempt = doomed[index % doomed.length]
      return attempt?.().then(
        () => "no error",
        (error: { code: string }) => error.code
      )
    })
    expect(new Set(outcomes)).toEqual(new Set(["NOT_FOUND", "VALIDATION_ERROR"]))
    for (const { status, code, retryInMs } of attempts) {
      const isRefusal = status !== undefined && status < 500 && ![408, 429].includes(status)
      const mayRepeat = !isRefusal || code === "IDEMPOTENCY_REQUEST_IN_PROGRESS"
      expect([code, status, retryInMs !== null]).toEqual([code, status, mayRepeat])
    }
    expect(sandbox.invoices()).toEqual([])
    expectNoSecrets(scene, attempts)
  },
  {},
  SERVICES
)
