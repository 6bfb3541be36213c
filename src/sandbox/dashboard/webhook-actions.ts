import { z } from "zod"
import { change, view } from "./dashboard-action"

const nothing = z.strictObject({})

/** The log of deliveries. A retry or replay is answered at once: how it went, the log tells. */
export const webhookActions = [
  view("/webhooks", ({ webhooks }) => webhooks.deliveries()),
  change("/webhooks/:id/retry", nothing, ({ webhooks }, _, id) => webhooks.retry(id)),
  change("/webhooks/:id/replay", nothing, ({ webhooks }, _, id) => webhooks.replay(id)),
]
