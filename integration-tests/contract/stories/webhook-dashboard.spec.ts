import { eventually } from "../story/eventually"
import type { Scene } from "../story/scene"
import { story } from "../story/story"
import { openInvoice, openPaidInvoice } from "./opened-invoice"

const COOLDOWN_MS = 30_000

/** Identifier of the last delivery of an event, by our name. */
function deliveryOf({ receiver }: Scene, event: string): string {
  const found = receiver.received.filter((delivery) => delivery.event === event).at(-1)
  if (!found) throw new Error(`no ${event} arrived`)
  return found.id
}

/** Creates an event whose every scheduled attempt fails. */
async function giveUpOn(scene: Scene): Promise<string> {
  const { id } = await openInvoice(scene)
  scene.receiver.answerWith(500, 500, 500, 500, 500, 500)
  await scene.sandbox.expire(id)
  await scene.sandbox.advance(3 * 3_600_000)
  return deliveryOf(scene, "invoice.expired")
}

story(
  "the log shows each delivery; a failed one is retried manually after the cooldown, and arrives",
  ["error:WEBHOOK_RETRY_COOLDOWN", "error:WEBHOOK_EVENT_ALREADY_DELIVERED", "gap:webhook-configuration"],
  async (scene) => {
    const { dashboard, receiver, sandbox, assumptions } = scene
    const id = await giveUpOn(scene)
    const { body } = await dashboard("GET", "/webhooks")
    expect(body).toContainEqual(expect.objectContaining({ id, state: "failed" }))
    receiver.answerWith(500)
    expect((await dashboard("POST", `/webhooks/${id}/retry`)).status).toBe(200)
    await sandbox.flush()
    const { webhookCooldown } = assumptions.errors.statuses
    const tooSoon = await dashboard("POST", `/webhooks/${id}/retry`)
    expect(tooSoon.refusal).toBe(`${webhookCooldown} WEBHOOK_RETRY_COOLDOWN`)
    await sandbox.advance(COOLDOWN_MS)
    expect((await dashboard("POST", `/webhooks/${id}/retry`)).status).toBe(200)
    await sandbox.flush()
    expect(receiver.received.at(-1)).toMatchObject({ id, event: "invoice.expired", isVerified: true })
    const delivered = await dashboard("POST", `/webhooks/${id}/retry`)
    expect(delivered.refusal).toBe("409 WEBHOOK_EVENT_ALREADY_DELIVERED")
  }
)

story(
  "a delivered event can be replayed under its own id, once per cooldown; one that only informs cannot",
  ["error:WEBHOOK_REPLAY_NOT_SUPPORTED", "error:WEBHOOK_REPLAY_COOLDOWN", "error:WEBHOOK_EVENT_NOT_FOUND"],
  async (scene) => {
    const { dashboard, receiver, sandbox } = scene
    await openPaidInvoice(scene)
    const id = deliveryOf(scene, "invoice.paid")
    const informing = deliveryOf(scene, "invoice.confirming")
    receiver.forget()
    expect((await dashboard("POST", `/webhooks/${id}/replay`)).status).toBe(200)
    await sandbox.flush()
    expect(receiver.received.map((delivery) => delivery.id)).toEqual([id])
    const again = await dashboard("POST", `/webhooks/${id}/replay`)
    expect(again.code).toBe("WEBHOOK_REPLAY_COOLDOWN")
    await sandbox.advance(COOLDOWN_MS)
    expect((await dashboard("POST", `/webhooks/${id}/replay`)).status).toBe(200)
    await sandbox.flush()
    const nobody = await dashboard("POST", "/webhooks/whk_of_nobody/replay")
    expect(nobody.refusal).toBe("404 WEBHOOK_EVENT_NOT_FOUND")
    const informs = await dashboard("POST", `/webhooks/${informing}/replay`)
    expect(informs.refusal).toBe("409 WEBHOOK_REPLAY_NOT_SUPPORTED")
  }
)

story(
  "while the schedule is active a delivery is neither retried nor replayed manually",
  ["error:WEBHOOK_EVENT_ALREADY_SCHEDULED", "error:WEBHOOK_REPLAY_REQUIRES_TERMINAL_STATE"],
  async (scene) => {
    const { dashboard, receiver, sandbox } = scene
    const { id: invoiceId } = await openInvoice(scene)
    receiver.answerWith(500)
    await sandbox.expire(invoiceId)
    const id = deliveryOf(scene, "invoice.expired")
    const retry = await dashboard("POST", `/webhooks/${id}/retry`)
    expect(retry.refusal).toBe("409 WEBHOOK_EVENT_ALREADY_SCHEDULED")
    const replay = await dashboard("POST", `/webhooks/${id}/replay`)
    expect(replay.refusal).toBe("409 WEBHOOK_REPLAY_REQUIRES_TERMINAL_STATE")
  }
)

story(
  "while an attempt is in flight another one is refused",
  ["error:WEBHOOK_EVENT_IN_FLIGHT"],
  async (scene) => {
    const { dashboard, receiver, sandbox } = scene
    const { id: invoiceId } = await openInvoice(scene)
    const release = receiver.holdAnswers()
    const expired = sandbox.expire(invoiceId)
    await eventually("the delivery", () => receiver.received.length > 0)
    const answer = await dashboard("POST", `/webhooks/${deliveryOf(scene, "invoice.expired")}/retry`)
    release()
    await expired
    expect(answer.refusal).toBe("409 WEBHOOK_EVENT_IN_FLIGHT")
  }
)

story(
  "the dashboard is for operators: it takes a session, a role, and no API key",
  ["rule:auth.dashboard", "rule:auth.dashboard-no-keys"],
  async ({ dashboard, sandbox, raw }) => {
    const { apiKey, payoutApiKey, viewerSession, dashboardSession } = sandbox.credentials
    for (const session of [null, "", apiKey, payoutApiKey]) {
      const answer = await dashboard("GET", "/webhooks", { session, headers: { "x-api-key": payoutApiKey } })
      expect(answer.refusal).toBe("401 UNAUTHORIZED")
    }
    expect((await dashboard("GET", "/settings", { session: viewerSession })).status).toBe(200)
    const change = await dashboard("POST", "/billing/plan", {
      session: viewerSession,
      body: { plan: "Scale" },
    })
    expect(change.refusal).toBe("403 FORBIDDEN")
    expect((await raw("listNetworks", { apiKey: dashboardSession })).status).toBe(401)
  }
)
