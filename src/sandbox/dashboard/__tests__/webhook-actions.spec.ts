import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import { errorOf, inProcess } from "../../__tests__/in-process"
import { startReceiver } from "../../__tests__/receiver"
import type { SandboxOptions } from "../../options"

const SECRET = "secret of the receiver"
const COOLDOWN_MS = 30_000
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** A sandbox with one delivery, which the receiver answered with these statuses. */
async function withDelivery(statuses: number[] = [], options: SandboxOptions = {}) {
  const receiver = await startReceiver(SECRET, statuses)
  closers.push(() => receiver.close())
  const webhook = { url: receiver.url, secret: SECRET }
  const sandbox = inProcess({ webhook, webhookRetryDelaysMs: [], ...options })
  await sandbox.control.cancel(await sandbox.createInvoice())
  const id = String(sandbox.control.deliveries()[0]?.id)
  const act = (action: "retry" | "replay") => sandbox.dashboard(`/webhooks/${id}/${action}`, {})
  const refusalOf = async (action: "retry" | "replay") => errorOf(await act(action))
  return { ...sandbox, receiver, act, refusalOf, id }
}

/** A receiver that answers only on command. */
async function startPatience() {
  const waiting: ServerResponse[] = []
  const server = createServer((_, response) => waiting.push(response)).listen(0, "127.0.0.1")
  await once(server, "listening")
  closers.push(async () => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    asked: () => once(server, "request"),
    answer: () => waiting.shift()?.end(),
  }
}

describe("retrying a delivery manually", () => {
  it("sends a failed one, with the same id and body", async () => {
    const { act, control, dashboard, id, receiver } = await withDelivery([500])
    await control.advance(COOLDOWN_MS)
    expect((await act("retry")).body).toMatchObject({ id, state: "queued" })
    await control.flush()
    expect(receiver.received[1]).toEqual(receiver.received[0])
    const log = JSON.parse((await dashboard("/webhooks")).text)
    expect(log).toMatchObject([{ id, state: "delivered", attempts: [{ status: 500 }, { status: 200 }] }])
  })

  it("does not restart the retry schedule when it fails", async () => {
    const { act, control, receiver } = await withDelivery([500, 500])
    await control.advance(COOLDOWN_MS)
    await act("retry")
    await control.flush()
    await control.advance(10_000_000)
    expect(receiver.received).toHaveLength(2)
    expect(control.deliveries()).toMatchObject([{ state: "failed" }])
  })

  it("sends what a fault lost", async () => {
    const { control, createInvoice, dashboard, receiver } = await withDelivery()
    control.fault({ kind: "webhook_lost" })
    await control.cancel(await createInvoice())
    expect((await dashboard(`/webhooks/${control.deliveries()[1]?.id}/retry`, {})).status).toBe(200)
    await control.flush()
    expect(control.deliveries()).toMatchObject([{ state: "delivered" }, { state: "delivered" }])
    expect(receiver.received).toHaveLength(2)
  })

  it("sends one that had no target", async () => {
    const { control, createInvoice, dashboard, receiver } = await withDelivery()
    control.setWebhook(null)
    await control.cancel(await createInvoice())
    control.setWebhook({ url: receiver.url, secret: SECRET })
    await dashboard(`/webhooks/${control.deliveries()[1]?.id}/retry`, {})
    await control.flush()
    expect(receiver.received[1]).toMatchObject({ event: "invoice.cancelled", isVerified: true })
  })

  it("is refused for a delivered one", async () => {
    const { refusalOf } = await withDelivery()
    expect(await refusalOf("retry")).toMatchObject({ status: 409, code: "WEBHOOK_EVENT_ALREADY_DELIVERED" })
  })

  it("cannot be repeated before the cooldown is over", async () => {
    const { act, control, refusalOf } = await withDelivery([500])
    expect(await refusalOf("retry")).toMatchObject({ status: 409, code: "WEBHOOK_RETRY_COOLDOWN" })
    await control.advance(COOLDOWN_MS - 1)
    expect(await refusalOf("retry")).toMatchObject({ code: "WEBHOOK_RETRY_COOLDOWN" })
    await control.advance(1)
    expect((await act("retry")).status).toBe(200)
  })

  it("is refused while the schedule will retry", async () => {
    const { refusalOf } = await withDelivery([500], { webhookRetryDelaysMs: [60_000] })
    expect(await refusalOf("retry")).toMatchObject({ status: 409, code: "WEBHOOK_EVENT_ALREADY_SCHEDULED" })
    expect(await refusalOf("replay")).toMatchObject({ code: "WEBHOOK_REPLAY_REQUIRES_TERMINAL_STATE" })
  })

  it("is refused while an attempt is in flight, as a replay is", async () => {
    const receiver = await startPatience()
    const { control, createInvoice, dashboard } = inProcess({ webhook: { url: receiver.url } })
    const cancelled = control.cancel(await createInvoice())
    await receiver.asked()
    const path = `/webhooks/${control.deliveries()[0]?.id}`
    for (const action of ["retry", "replay"]) {
      const answer = await dashboard(`${path}/${action}`, {})
      expect(errorOf(answer)).toMatchObject({ status: 409, code: "WEBHOOK_EVENT_IN_FLIGHT" })
    }
    receiver.answer()
    await cancelled
  })

  it("needs a target", async () => {
    const { control, refusalOf } = await withDelivery([500])
    await control.advance(COOLDOWN_MS)
    control.setWebhook(null)
    expect(await refusalOf("retry")).toMatchObject({ status: 409, code: "CONFLICT" })
  })
})

describe("replaying a delivery manually", () => {
  it.each([
    ["delivered", 200],
    ["failed", 500],
  ])("sends a %s one once more, with the same id and body", async (state, status) => {
    const { act, control, receiver } = await withDelivery([status])
    expect(control.deliveries()).toMatchObject([{ state }])
    expect((await act("replay")).status).toBe(200)
    await control.flush()
    expect(receiver.received[1]).toEqual(receiver.received[0])
    expect(control.deliveries()).toMatchObject([{ state: "delivered" }])
  })

  it("cannot be repeated before the cooldown is over", async () => {
    const { act, control, refusalOf } = await withDelivery([], { webhookCooldownMs: 100 })
    await act("replay")
    await control.flush()
    expect(await refusalOf("replay")).toMatchObject({ status: 409, code: "WEBHOOK_REPLAY_COOLDOWN" })
    await control.advance(100)
    expect((await act("replay")).status).toBe(200)
  })

  it("is not supported for an event that only informs", async () => {
    const { control, createInvoice, dashboard } = await withDelivery()
    await control.pay(await createInvoice())
    const informing = control.deliveries().find(({ event }) => event === "invoice.confirming")
    const answer = await dashboard(`/webhooks/${informing?.id}/replay`, {})
    expect(errorOf(answer)).toMatchObject({ status: 409, code: "WEBHOOK_REPLAY_NOT_SUPPORTED" })
  })

  it.each(["retry", "replay"])("and %s do not find an unknown event", async (action) => {
    const answer = await inProcess().dashboard(`/webhooks/whk_0/${action}`, {})
    expect(errorOf(answer)).toMatchObject({ status: 404, code: "WEBHOOK_EVENT_NOT_FOUND" })
  })

  it("is answered with the assumed status during the cooldown", async () => {
    const assumptions = { errors: { statuses: { webhookCooldown: 423 } } }
    const { refusalOf } = await withDelivery([500], { assumptions })
    expect(await refusalOf("retry")).toMatchObject({ status: 423, code: "WEBHOOK_RETRY_COOLDOWN" })
  })
})
