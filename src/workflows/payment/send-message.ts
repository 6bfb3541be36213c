import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { reasonOf } from "../../modules/onchain/work/error-reason"
import { inTime } from "../../modules/onchain/work/take-due"
import type { OnchainMessageData } from "../../types/http"

/** Timeout of the provider. The next try checks whether the message was sent. */
const PATIENCE_MS = 2 * 60_000

type NewNotification = {
  to: string
  channel: string
  template: string
  data: OnchainMessageData
  idempotency_key: string
  trigger_type: string | null
  resource_id: string
  resource_type: string
  receiver_id: string | null
  original_notification_id: string | null
}

/**
 * Redacts a provider's error, which may repeat the address or the link.
 *
 * @param options.forgetsLink takes the link out of Medusa's row of the message once it is sent or refused: every
 * admin user can read that row
 */
export async function sendMessage(
  container: MedusaContainer,
  message: NewNotification,
  { forgetsLink = false } = {}
): Promise<void> {
  const { to, data } = message
  const sending = container
    .resolve(Modules.NOTIFICATION)
    .createNotifications({ ...message, data: { ...data } })
    .finally(() => (forgetsLink ? forgetLink(container, message) : undefined))
  const secrets = [to, data.link].filter((one) => one !== null)
  const sent = await inTime(sending, PATIENCE_MS).catch((error: unknown) => {
    throw new Error(secrets.reduce((words, secret) => words.replaceAll(secret, "[hidden]"), reasonOf(error)))
  })
  if (!sent) throw new Error("the notification provider did not answer in time")
}

const keyed = z.array(z.object({ id: z.string(), idempotency_key: z.string().nullish() }))

/** Of Medusa's own service, but not in its interface. */
type NotificationUpdates = { updateNotifications: (change: { id: string; data: object }) => Promise<unknown> }

const canUpdate = (service: object): service is NotificationUpdates =>
  "updateNotifications" in service && typeof service.updateNotifications === "function"

async function forgetLink(
  container: MedusaContainer,
  { idempotency_key, resource_id, data }: NewNotification
): Promise<void> {
  const service = container.resolve(Modules.NOTIFICATION)
  try {
    if (!canUpdate(service)) throw new Error("the Notification module of this store changes no message")
    const stored = await service.listNotifications({ resource_id: [resource_id] }, { take: null })
    const [row] = keyed.parse(stored).filter((one) => one.idempotency_key === idempotency_key)
    if (row) await service.updateNotifications({ id: row.id, data: { ...data, link: null } })
  } catch (error) {
    // The message is sent or refused all the same.
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`onchain: message ${idempotency_key} keeps its link: ${reasonOf(error)}`)
  }
}
