import { once } from "node:events"
import { createServer } from "node:http"
import type { SandboxOptions } from "../options"
import { inProcess } from "./in-process"
import { startReceiver } from "./receiver"

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function withReceiver(statuses: number[] = [], options: SandboxOptions = {}) {
  const receiver = await startReceiver(statuses)
  closers.push(() => receiver.close())
  const sandbox = inProcess({ webhook: { url: receiver.url }, ...options })
  const id = await sandbox.createInvoice()
  return { receiver, ...sandbox, id }
}
const statesOf = ({ control }: ReturnType<typeof inProcess>) => control.deliveries().map(({ state }) => state)

/** A receiver that accepts a request and never answers. */
async function startSilence() {
  const server = createServer(() => {}).listen(0, "127.0.0.1")
  await once(server, "listening")
  closers.push(async () => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  return { server, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}` }
}

describe("webhooks", () => {
  it.each([500, 503, 429, 408])("retry a %s on schedule, with the same id and body", async (status) => {
    const sandbox = await withReceiver([status, status])
    await sandbox.control.cancel(sandbox.id)
    expect(statesOf(sandbox)).toEqual(["retrying"])
    await sandbox.control.advance(5_000)
    await sandbox.control.advance(29_999)
    expect(sandbox.receiver.received).toHaveLength(2)
    await sandbox.control.advance(1)
    const [first, second, third] = sandbox.receiver.received
    expect(third).toEqual(first)
    expect(second).toEqual(first)
    expect(sandbox.control.deliveries()).toMatchObject([
      { state: "delivered", attempts: [{ status }, { status }, { status: 200 }] },
    ])
  })

  it.each([
    ["when the schedule ends", 500, { webhookRetryDelaysMs: [10, 20] }, 3],
    ["after one repetition of a refusal", 401, {}, 2],
  ])("stop %s", async (_, status, options, sent) => {
    const sandbox = await withReceiver(Array(4).fill(status), options)
    await sandbox.control.cancel(sandbox.id)
    await sandbox.control.advance(10_000_000)
    expect(sandbox.receiver.received).toHaveLength(sent)
    expect(statesOf(sandbox)).toEqual(["failed"])
  })

  it("retry a receiver that times out", async () => {
    const { url } = await startSilence()
    const sandbox = inProcess({ webhook: { url }, webhookTimeoutMs: 60 })
    await sandbox.control.cancel(await sandbox.createInvoice())
    const error = expect.stringContaining("TimeoutError")
    expect(sandbox.control.deliveries()).toMatchObject([{ state: "retrying", attempts: [{ error }] }])
  })

  it("do not keep a sandbox open that is closed during one", async () => {
    const { url, server } = await startSilence()
    const sandbox = inProcess({ webhook: { url } })
    const cancelled = sandbox.control.cancel(await sandbox.createInvoice())
    await once(server, "request")
    await sandbox.host.current().webhooks.stop()
    await cancelled
    const error = expect.stringContaining("AbortError")
    expect(sandbox.control.deliveries()).toMatchObject([{ attempts: [{ error }] }])
  })

  it("are recorded and not sent without a URL", async () => {
    const sandbox = await withReceiver()
    sandbox.control.setWebhook(null)
    await sandbox.control.cancel(sandbox.id)
    expect(statesOf(sandbox)).toEqual(["no_target"])
    expect(sandbox.receiver.received).toEqual([])
  })

  it.each([true, false])("can be sent again with the same id (parallel: %s)", async (parallel) => {
    const { receiver, control, id } = await withReceiver()
    await control.cancel(id)
    const deliveryId = String(control.deliveries()[0]?.id)
    expect(await control.redeliver(deliveryId, { times: 5, parallel })).toEqual([200, 200, 200, 200, 200])
    expect(receiver.received).toHaveLength(6)
    expect(new Set(receiver.received.map((delivery) => delivery.id))).toEqual(new Set([deliveryId]))
    await expect(control.redeliver("whk_0")).rejects.toThrow("delivery whk_0 does not exist")
  })

  it("leave nothing behind in the old world after a reset", async () => {
    const { receiver, control, id } = await withReceiver([500])
    await control.cancel(id)
    await control.reset()
    await control.advance(10_000_000)
    expect(receiver.received).toHaveLength(1)
    expect(control.deliveries()).toEqual([])
  })
})

describe("a webhook that is sent by hand", () => {
  const failing = { webhookRetryDelaysMs: [] }
  async function retry({ control, dashboard }: Awaited<ReturnType<typeof withReceiver>>) {
    await control.advance(30_000)
    const answer = await dashboard(`/webhooks/${control.deliveries()[0]?.id}/retry`, {})
    await control.flush()
    return answer.status
  }

  it("does not restart the retry schedule when it fails", async () => {
    const sandbox = await withReceiver([500, 500], failing)
    await sandbox.control.cancel(sandbox.id)
    expect(await retry(sandbox)).toBe(200)
    await sandbox.control.advance(10_000_000)
    expect(sandbox.receiver.received).toHaveLength(2)
    expect(statesOf(sandbox)).toEqual(["failed"])
  })

  it("may be one that a fault lost", async () => {
    const sandbox = await withReceiver()
    sandbox.control.fault({ kind: "webhook_lost" })
    await sandbox.control.cancel(sandbox.id)
    expect(await retry(sandbox)).toBe(200)
    expect(statesOf(sandbox)).toEqual(["delivered"])
    expect(sandbox.receiver.received).toHaveLength(1)
  })

  it("needs a target", async () => {
    const sandbox = await withReceiver([500], failing)
    await sandbox.control.cancel(sandbox.id)
    sandbox.control.setWebhook(null)
    expect(await retry(sandbox)).toBe(409)
  })
})

describe("faults of a webhook", () => {
  it("webhook_lost never sends it", async () => {
    const sandbox = await withReceiver()
    sandbox.control.fault({ kind: "webhook_lost", event: "invoice.paid" })
    await sandbox.control.pay(sandbox.id)
    await sandbox.control.settle(sandbox.id)
    await sandbox.control.advance(10_000_000)
    expect(sandbox.receiver.events()).not.toContain("invoice.paid")
    expect(sandbox.control.deliveries().at(-1)).toMatchObject({ event: "invoice.paid", state: "lost" })
  })

  it("webhook_reordered sends it after the next one of its invoice", async () => {
    const sandbox = await withReceiver()
    const { receiver, control, id } = sandbox
    control.fault({ kind: "webhook_reordered" })
    await control.pay(id)
    await control.cancel(await sandbox.createInvoice())
    expect(receiver.events()).toEqual(["invoice.cancelled"])
    await control.advance(2_000)
    const progress = receiver.received.slice(1).map(({ data }) => data["confirmationProgress"])
    expect(progress).toMatchObject([{ current: 1 }, { current: 0 }])
  })

  it("webhook_delayed sends it later by the sandbox's clock", async () => {
    const { receiver, control, id } = await withReceiver()
    control.fault({ kind: "webhook_delayed", ms: 90_000 })
    await control.cancel(id)
    await control.advance(89_999)
    expect(receiver.received).toEqual([])
    await control.advance(1)
    expect(receiver.events()).toEqual(["invoice.cancelled"])
  })
})
