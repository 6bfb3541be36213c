import { KNOWN_ERROR_CODES, type EndpointName } from "../../../src/gateway/contract"
import type { Scene } from "../story/scene"
import { story } from "../story/story"
import { openInvoice } from "./opened-invoice"
import { usdcOnBase } from "./rails"

const body = { ...usdcOnBase, amount: "12.5" }

/** Number of attempts the service saw since. */
const attemptsAfter = (scene: Scene, before: number) => scene.sandbox.requests().length - before

story(
  "a refusal has a code, a message, details and the identifier of its request, which is in a header too",
  ["field:error", "rule:error.request-id", "gap:error-details", "rule:category.validation"],
  async (scene) => {
    const { raw, assumptions } = scene
    const answer = await raw("createInvoice", { body: { ...body, amount: "x", token: "" } })
    expect(answer.status).toBe(400)
    const requestId = answer.headers.get("x-request-id")
    expect(requestId).toBeTruthy()
    const isText = assumptions.errors.detailForm === "text"
    const detail: unknown = isText
      ? expect.stringContaining("amount")
      : expect.objectContaining({ field: "amount", message: expect.any(String) })
    expect(answer.body).toEqual({
      error: {
        code: "VALIDATION_ERROR",
        message: expect.any(String),
        details: expect.arrayContaining([detail]),
        requestId,
      },
    })
    await expect(openInvoice(scene, { amount: "0.0000001" })).rejects.toMatchObject({
      ...{ code: "VALIDATION_ERROR", status: 400, isRetryable: false, requestId: expect.any(String) },
      details: expect.arrayContaining([expect.anything()]),
    })
  }
)

story(
  "bodies that are no JSON, unknown fields and unknown paths are refused",
  ["error:VALIDATION_ERROR", "error:NOT_FOUND", "rule:category.not-found"],
  async ({ raw, fetch, sandbox }) => {
    for (const wrong of ["{", "[]", "null", '"text"', ""]) {
      expect(await raw("createInvoice", { body: wrong })).toMatchObject({
        status: 400,
        code: "VALIDATION_ERROR",
      })
    }
    expect(await raw("createInvoice", { body: { ...body, amountt: "1" } })).toMatchObject({ status: 400 })
    const unknown = await fetch(`${sandbox.url}/invoicez`, {
      headers: { "x-api-key": sandbox.credentials.apiKey },
    })
    expect(unknown.status).toBe(404)
  }
)

story(
  "5xx of every kind are retried with the same key and have one effect",
  [
    "error:SERVICE_UNAVAILABLE",
    "error:INTERNAL_SERVER_ERROR",
    "error:CACHE_COORDINATION_UNAVAILABLE",
    "rule:category.server",
    "rule:retry.only",
    "rule:retry.post-with-key",
    "gap:error-statuses",
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
  ["rule:category.server", "rule:retry.only", "rule:retry.post-with-key"],
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
  "authentication, permission, validation, not found and conflict are asked once",
  [
    "rule:retry.never",
    "rule:category.authentication",
    "rule:category.permission",
    "rule:category.validation",
  ],
  async (scene) => {
    const { sandbox, clientWith, key } = scene
    const refused: [code: string, attempt: () => Promise<unknown>][] = [
      ["UNAUTHORIZED", () => clientWith({ apiKey: "nonsense" }).getInvoice("inv_1")],
      ["FORBIDDEN", () => clientWith({ apiKey: sandbox.credentials.payoutApiKey }).getInvoice("inv_1")],
      ["NOT_FOUND", () => scene.gateway.getInvoice("inv_of_nobody")],
      [
        "VALIDATION_ERROR",
        () => scene.gateway.createInvoice({ ...body, token: "?" }, { idempotencyKey: key() }),
      ],
    ]
    for (const [code, attempt] of refused) {
      const before = sandbox.requests().length
      await expect(attempt()).rejects.toMatchObject({ code, isRetryable: false, outcome: "not_applied" })
      expect([code, attemptsAfter(scene, before)]).toEqual([code, 1])
    }
  }
)

story(
  "a code nobody has heard of is kept, and its status decides",
  ["rule:error.unknown-code", "rule:version.unknown-codes"],
  async (scene) => {
    const { clientWith, fetch, sandbox } = scene
    const { id } = await openInvoice(scene)
    const renamed =
      (status: number): typeof fetch =>
      async (input, init) => {
        const response = await fetch(input, init)
        const text = (await response.text()).replace("NOT_FOUND", "QUANTUM_DECOHERENCE")
        return new Response(text, {
          status: response.ok ? response.status : status,
          headers: response.headers,
        })
      }
    const name = "getInvoice" satisfies EndpointName
    const ask = (status: number, invoiceId: string) => clientWith({ fetch: renamed(status) })[name](invoiceId)
    expect((await ask(418, id)).id).toBe(id)
    const before = sandbox.requests().length
    await expect(ask(418, "nobody")).rejects.toMatchObject({
      code: "QUANTUM_DECOHERENCE",
      isRetryable: false,
    })
    expect(attemptsAfter(scene, before)).toBe(1)
    await expect(ask(503, "nobody")).rejects.toMatchObject({ code: "QUANTUM_DECOHERENCE", isRetryable: true })
    expect(attemptsAfter(scene, before)).toBeGreaterThan(2)
    const known: readonly string[] = KNOWN_ERROR_CODES
    expect(known).not.toContain("QUANTUM_DECOHERENCE")
  }
)
