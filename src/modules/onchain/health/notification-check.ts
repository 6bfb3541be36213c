import type { Logger } from "@medusajs/framework/types"
import type { OnchainOptions } from "../options/options"
import type { ShopperMessages, StuckMessages } from "../payment/shopper-messages"
import type { SetupCheck } from "./setup-check"

type Parts = {
  options: Pick<OnchainOptions, "notifications">
  shopperMessages: Pick<ShopperMessages, "hasProvider" | "stuck">
}

/** Checks that messages to shoppers can be sent. No money depends on it. */
export async function checkNotifications({ options, shopperMessages }: Parts): Promise<SetupCheck> {
  const { channel } = options.notifications
  if (channel === null) return describeNotifications({ channel })
  const [hasProvider, stuck] = await Promise.all([
    shopperMessages.hasProvider(channel),
    shopperMessages.stuck(),
  ])
  return describeNotifications({ channel, hasProvider, stuck })
}

/** Logs one line at startup when messages are on but cannot be sent. */
export async function warnOfNotifications(parts: Parts, logger: Pick<Logger, "warn">): Promise<void> {
  const { status, message } = await checkNotifications(parts)
  if (status !== "ok") logger.warn(`onchain: ${message}`)
}

type Found = { channel: null } | { channel: string; hasProvider: boolean; stuck: StuckMessages }

export function describeNotifications(found: Found): SetupCheck {
  const id = "notifications"
  if (found.channel === null)
    return { id, status: "ok", message: "Messages to shoppers are off: notifications.channel is not set." }
  const { channel, hasProvider, stuck } = found
  if (!hasProvider) {
    const message =
      `Shoppers get no messages: Medusa's Notification module has no provider for the channel "${channel}". Add one under modules ` +
      `in medusa-config, or correct notifications.channel.`
    return { id, status: "warning", message }
  }
  const { retried, failed, lastError } = stuck
  if (retried === 0 && failed === 0)
    return { id, status: "ok", message: `Shoppers get messages on the channel "${channel}".` }
  const message =
    `Messages to shoppers that could not be sent: ${retried} are tried again, ${failed} were given up in the last days. The last ` +
    `reason: ${lastError ?? "unknown"}.`
  return { id, status: "warning", message }
}
