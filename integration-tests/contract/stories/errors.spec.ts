import { endpointNames } from "../../../src/gateway/contract"
import { story } from "../story/story"
import { openInvoice } from "./opened-invoice"
import { usdcOnBase } from "./rails"
import { codeToTheirs } from "../../../src/sandbox/http/wire-writer"

const body = { ...usdcOnBase, amount: "12.5" }

story(
  "a refusal has a code, a message, details and the id of its request, also in a header",
  [
    "field:error",
    "rule:error.words",
    "rule:error.request-id",
    "gap:error-details",
    "rule:category.validation",
  ],
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
        code: codeToTheirs("VALIDATION_ERROR", assumptions),
        message: expect.any(String),
        details: expect.arrayContaining([detail]),
        requestId,
      },
    })
    await expect(openInvoice(scene, { amount: "0.0000001" })).rejects.toMatchObject({
      ...{ code: "VALIDATION_ERROR", status: 400, isRetryable: false, requestId: expect.any(String) },
      answer: {
        message: expect.stringMatching(/./),
        details: [expect.stringContaining("amount")],
        request_id: expect.any(String),
      },
    })
  }
)

story(
  "bodies that are not JSON, unknown fields and unknown paths are refused",
  ["error:VALIDATION_ERROR"],
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

story("every answer is JSON, refusals included", ["rule:service.json"], async ({ raw }) => {
  for (const name of endpointNames) {
    const { headers, text } = await raw(name, { body: {} })
    expect([name, headers.get("content-type")]).toEqual([name, expect.stringContaining("application/json")])
    expect(() => JSON.parse(text) as unknown).not.toThrow()
  }
})

story(
  "an unknown code is kept, and its status decides",
  ["rule:error.unknown-code", "rule:version.unknown-codes"],
  async (scene) => {
    const { clientWith, fetch, sandbox, assumptions } = scene
    const { id } = await openInvoice(scene)
    const theirs = codeToTheirs("NOT_FOUND", assumptions)
    const renamed =
      (status: number): typeof fetch =>
      async (input, init) => {
        const response = await fetch(input, init)
        const text = (await response.text()).replace(theirs, "QUANTUM_DECOHERENCE")
        return new Response(text, {
          status: response.ok ? response.status : status,
          headers: response.headers,
        })
      }
    const ask = (status: number, invoiceId: string) =>
      clientWith({ fetch: renamed(status) }).getInvoice(invoiceId)
    expect((await ask(418, id)).id).toBe(id)
    const before = sandbox.requests().length
    await expect(ask(418, "nobody")).rejects.toMatchObject({
      code: "QUANTUM_DECOHERENCE",
      isRetryable: false,
    })
    expect(sandbox.requests().length - before).toBe(1)
    await expect(ask(503, "nobody")).rejects.toMatchObject({ code: "QUANTUM_DECOHERENCE", isRetryable: true })
    expect(sandbox.requests().length - before).toBeGreaterThan(2)
  }
)
