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

describe("retrying a delivery manually", () => {
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

  it("needs a target", async () => {
    const { control, refusalOf } = await withDelivery([500])
    await control.advance(COOLDOWN_MS)
    control.setWebhook(null)
    expect(await refusalOf("retry")).toMatchObject({ status: 409, code: "CONFLICT" })
  })
})
