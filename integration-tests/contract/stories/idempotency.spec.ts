import { setTimeout as wait } from "node:timers/promises"
import { endpointNames } from "../../../src/gateway/contract"
import { expectedCall } from "../story/documented-calls"
import { eventually } from "../story/eventually"
import { story } from "../story/story"
import { usdcOnBase } from "./rails"

const body = { ...usdcOnBase, amount: "12.5" }
/** How long the sandbox keeps a key by itself. */
const A_DAY_MS = 24 * 60 * 60_000

story(
  "the same request with the same key has one effect and one answer",
  ["rule:idempotency.replay"],
  async ({ raw, gateway, sandbox }) => {
    const idempotencyKey = "order_1-attempt-2"
    const first = await raw("createInvoice", { body, idempotencyKey })
    const again = await raw("createInvoice", { body: { amount: "12.5", ...usdcOnBase }, idempotencyKey })
    expect([again.status, again.text]).toEqual([first.status, first.text])
    const throughClient = await gateway.createInvoice(body, { idempotencyKey })
    expect(first.text).toContain(throughClient.id)
    expect(sandbox.invoices().length).toBe(1)
  }
)

story(
  "another payload under the same key is refused and has no effect",
  ["rule:idempotency.mismatch", "rule:category.conflict"],
  async ({ raw, gateway, sandbox }) => {
    await raw("createInvoice", { body, idempotencyKey: "k" })
    const other = { ...body, amount: "13" }
    const { refusal } = await raw("createInvoice", { body: other, idempotencyKey: "k" })
    expect(refusal).toBe("409 IDEMPOTENCY_KEY_MISMATCH")
    await expect(gateway.createInvoice(other, { idempotencyKey: "k" })).rejects.toMatchObject({
      code: "IDEMPOTENCY_KEY_MISMATCH",
      isRetryable: false,
    })
    expect(sandbox.invoices().length).toBe(1)
    expect(sandbox.requests().length).toBe(3)
  }
)

story(
  "a second request during the first is asked to wait, and gets its answer with the same key",
  ["rule:idempotency.in-progress", "error:IDEMPOTENCY_REQUEST_IN_PROGRESS", "rule:retry.in-progress"],
  async ({ raw, gateway, sandbox, clientWith }) => {
    sandbox.fault({ kind: "latency", ms: 800 })
    const first = raw("createInvoice", { body, idempotencyKey: "k" })
    await eventually("the first request", () => sandbox.requests().length > 0)
    const { refusal } = await raw("createInvoice", { body, idempotencyKey: "k" })
    expect(refusal).toBe("409 IDEMPOTENCY_REQUEST_IN_PROGRESS")
    const patient = clientWith({ clock: Date.now, sleep: (ms) => wait(ms), random: () => 0.9 })
    const { id } = await patient.createInvoice(body, { idempotencyKey: "k" })
    expect((await first).text).toContain(id)
    expect(sandbox.invoices().map((invoice) => invoice.id)).toEqual([id])
    expect((await gateway.getInvoice(id)).status).toBe("pending")
  }
)

story(
  "every call that changes something needs a key, and one within the length limit",
  ["rule:mutations.key", "gap:idempotency-rules"],
  async ({ raw, sandbox, assumptions }) => {
    const { maxKeyLength } = assumptions.idempotency
    for (const idempotencyKey of [null, "k".repeat(maxKeyLength + 1)]) {
      const { refusal } = await raw("createInvoice", { body, idempotencyKey })
      expect(refusal).toBe("400 VALIDATION_ERROR")
    }
    expect((await raw("createInvoice", { body, idempotencyKey: "k".repeat(maxKeyLength) })).status).toBe(201)
    expect(sandbox.invoices().length).toBe(1)
    const changes = endpointNames.filter((name) => expectedCall(name, assumptions)?.method === "POST")
    expect(changes).toHaveLength(9)
    for (const name of changes) {
      const params = { customerId: "c", depositId: "d" }
      const { status, text } = await raw(name, { params, body: {}, idempotencyKey: null })
      expect([name, status, text]).toEqual([name, 400, expect.stringContaining("Idempotency-Key")])
    }
  }
)

story(
  "a key is remembered for the retention time, and is new afterwards",
  ["gap:idempotency-rules"],
  async ({ gateway, sandbox, assumptions }) => {
    const retentionMs = assumptions.idempotency.retentionMs ?? A_DAY_MS
    const call = { idempotencyKey: "k" }
    const first = await gateway.createInvoice(body, call)
    await sandbox.advance(retentionMs - 1)
    expect((await gateway.createInvoice(body, call)).id).toBe(first.id)
    await sandbox.advance(1)
    expect((await gateway.createInvoice(body, call)).id).not.toBe(first.id)
  }
)

story(
  "a refusal has no effect, so the corrected request may reuse the key",
  ["rule:idempotency.own-key"],
  async ({ raw }) => {
    const wrong = await raw("createInvoice", { body: { ...body, amount: "0" }, idempotencyKey: "k" })
    const right = await raw("createInvoice", { body, idempotencyKey: "k" })
    expect([wrong.status, right.status]).toEqual([400, 201])
  }
)

story(
  "a key may be any text: each is one action of its own, and repeats it",
  ["rule:idempotency.own-key"],
  async ({ gateway, sandbox }) => {
    // Longer than each service accepts: the doctor cannot learn a limit, so a client by its settings has the default one.
    const long = "k".repeat(256)
    const keys = [
      "order 17 / first",
      `{"order":17}`,
      "a.b",
      "Bestellung für Jörg",
      "注文",
      " a",
      "a\nb",
      long,
    ]
    const ids: string[] = []
    for (const idempotencyKey of keys) {
      const { id } = await gateway.createInvoice(body, { idempotencyKey })
      expect((await gateway.createInvoice(body, { idempotencyKey })).id).toBe(id)
      ids.push(id)
    }
    expect(sandbox.invoices().map((invoice) => invoice.id)).toEqual(ids)
  }
)
