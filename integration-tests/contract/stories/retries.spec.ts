import { setTimeout as wait } from "node:timers/promises"
import type { Fault } from "../../../src/sandbox"
import { skippedTime } from "../story/scene"
import { story } from "../story/story"
import { openInvoice } from "./opened-invoice"
import { usdcOnBase } from "./rails"
import { balanceOf, EVM_DESTINATION, fundTreasury } from "./treasury"

const body = { ...usdcOnBase, amount: "12.5" }

story(
  "5xx of every kind are retried with the same key and have one effect",
  [
    "error:SERVICE_UNAVAILABLE",
    "error:INTERNAL_SERVER_ERROR",
    "error:CACHE_COORDINATION_UNAVAILABLE",
    "rule:retry.post-with-key",
  ],
  async (scene) => {
    const { sandbox } = scene
    const codes = ["SERVICE_UNAVAILABLE", "INTERNAL_SERVER_ERROR", "CACHE_COORDINATION_UNAVAILABLE"] as const
    for (const code of codes) {
      const before = sandbox.requests().length
      sandbox.fault({ kind: "server_error", code, count: 2 })
      await openInvoice(scene)
      const attempts = sandbox.requests().slice(before)
      expect(attempts.length).toBe(3)
      expect(new Set(attempts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    }
    const expected = scene.assumptions.errors.statuses.cacheCoordinationUnavailable
    sandbox.fault({ kind: "server_error", code: "CACHE_COORDINATION_UNAVAILABLE" })
    expect((await scene.raw("createInvoice", { body })).status).toBe(expected)
    expect(sandbox.invoices().length).toBe(codes.length)
  }
)

story(
  "a page of HTML, a broken connection and a lost answer are survived, with one effect each",
  ["rule:category.server", "rule:retry.only"],
  async (scene) => {
    const { sandbox } = scene
    sandbox.fault({ kind: "server_error", status: 502, html: true })
    await openInvoice(scene)
    sandbox.fault({ kind: "reset" })
    await openInvoice(scene)
    sandbox.fault({ kind: "drop_response" })
    const { id } = await openInvoice(scene)
    expect(sandbox.invoices().map((invoice) => invoice.id)).toContain(id)
    expect(sandbox.invoices().length).toBe(3)
  }
)

story(
  "a call that times out, or gets 408, is repeated with the same key",
  ["rule:retry.only"],
  async (scene) => {
    const { sandbox, clientWith, fetch, key } = scene
    sandbox.fault({ kind: "latency", ms: 700 })
    const impatient = clientWith({
      timeoutMs: 250,
      clock: Date.now,
      sleep: (ms) => wait(ms),
      random: () => 0.5,
    })
    await impatient.createInvoice(body, { idempotencyKey: key() })
    expect(sandbox.requests().length).toBeGreaterThan(1)
    expect(sandbox.invoices().length).toBe(1)

    const statuses: number[] = []
    const slow: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      statuses.push(statuses.length === 0 ? 408 : response.status)
      return statuses.length === 1 ? new Response("", { status: 408 }) : response
    }
    await clientWith({ fetch: slow }).createInvoice(body, { idempotencyKey: key() })
    expect(statuses).toEqual([408, 201])
    expect(sandbox.invoices().length).toBe(2)
  }
)

story(
  "authentication, permission, validation, not found and conflict errors are not retried",
  ["rule:retry.never", "rule:category.authentication", "rule:category.permission", "rule:category.not-found"],
  async (scene) => {
    const { sandbox, clientWith, key } = scene
    const refused: [status: number, code: string, attempt: () => Promise<unknown>][] = [
      [401, "UNAUTHORIZED", () => clientWith({ apiKey: "nonsense" }).getInvoice("inv_1")],
      [403, "FORBIDDEN", () => clientWith({ apiKey: sandbox.credentials.payoutApiKey }).getInvoice("inv_1")],
      [404, "NOT_FOUND", () => scene.gateway.getInvoice("inv_of_nobody")],
      [
        400,
        "VALIDATION_ERROR",
        () => scene.gateway.createInvoice({ ...body, token: "?" }, { idempotencyKey: key() }),
      ],
    ]
    for (const [status, code, attempt] of refused) {
      const before = sandbox.requests().length
      const expected = { status, code, isRetryable: false, outcome: "not_applied" }
      await expect(attempt()).rejects.toMatchObject(expected)
      expect([code, sandbox.requests().length - before]).toEqual([code, 1])
    }
  }
)

const faults: Fault[] = [
  { kind: "latency", ms: 3 },
  { kind: "rate_limit", retryAfterSeconds: 1 },
  { kind: "server_error", status: 503 },
  { kind: "server_error", status: 502, html: true },
  { kind: "reset" },
  { kind: "drop_response" },
  { kind: "in_progress" },
]

story(
  "money leaves once per withdrawal, whatever happens to its calls",
  ["rule:withdrawal.two-keys"],
  async (scene) => {
    const { sandbox, clientWith } = scene
    await fundTreasury(scene, { amount: "10000" })
    const attempts: unknown[] = []
    const patience = { maxAttempts: 50, maxElapsedMs: 2 ** 31 - 1, ...skippedTime() }
    const gateway = clientWith({ ...patience, onAttempt: (report) => attempts.push(report) })
    // About three calls in ten fail.
    for (const fault of faults) sandbox.fault({ ...fault, count: 1_000_000, probability: 0.05 })
    const withdrawOne = async (index: number) => {
      const request = { ...usdcOnBase, amount: "1", destinationAddress: EVM_DESTINATION }
      const { id: quoteId } = await gateway.quoteWithdrawal(request, { idempotencyKey: `quote_${index}` })
      const order = { quoteId, clientReference: `payroll-${index}` }
      return (await gateway.createWithdrawal(order, { idempotencyKey: `create_${index}` })).id
    }
    const ids = await Promise.all(Array.from({ length: 100 }, (_, index) => withdrawOne(index)))
    sandbox.clearFaults()
    expect(new Set(ids).size).toBe(100)
    expect(sandbox.withdrawals().length).toBe(100)
    expect(attempts.length).toBeGreaterThan(220)
    expect((await balanceOf(scene)).total).toBe("9805")
    const log = JSON.stringify([attempts, sandbox.requests(), sandbox.state()])
    const { apiKey, payoutApiKey, webhookSecret, dashboardSession } = sandbox.credentials
    for (const secret of [apiKey, payoutApiKey, webhookSecret, dashboardSession])
      expect(log.includes(secret)).toBe(false)
  }
)
