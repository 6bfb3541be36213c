import { setTimeout as wait } from "node:timers/promises"
import { story } from "../story/story"
import { openInvoice } from "./opened-invoice"
import { usdcOnBase } from "./rails"

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
