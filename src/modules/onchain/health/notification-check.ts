import type { Logger } from "@medusajs/framework/types"
import type { OnchainOptions } from "../options/options"
import type { ShopperMessages, StuckMessages } from "../payment/shopper-messages"
import type { SetupCheck } from "./setup-check"

type Parts = {
  options: Pick<OnchainOptions, "notifications">
  shopperMessages: Pick<ShopperMessages, "hasProvider" | "stuck">
}

/** The channel of the notifications in the dashboard. */
const FEED = "feed"

/** Checks that messages to shoppers and operators can be sent. No money depends on it. */
export async function checkNotifications({ options, shopperMessages }: Parts): Promise<SetupCheck> {
  const { channel, operators } = options.notifications
  const [hasProvider, hasFeed, hasOperators, stuck] = await Promise.all([
    channel === null ? false : shopperMessages.hasProvider(channel),
    shopperMessages.hasProvider(FEED),
    operators === null ? true : shopperMessages.hasProvider(operators.channel),
    shopperMessages.stuck(),
  ])
  const shoppers = describeNotifications(channel === null ? { channel } : { channel, hasProvider, stuck })
  return withOperators(shoppers, { hasFeed, missingChannel: hasOperators ? null : operators?.channel })
}

/** @param found.missingChannel the channel of messages to operators, where it has no provider */
export function withOperators(
  { id, status, message }: SetupCheck,
  found: { hasFeed: boolean; missingChannel: string | null | undefined }
): SetupCheck {
  const feed = found.hasFeed
    ? ""
    : ` The dashboard shows no notifications: no provider has the channel "${FEED}".`
  if (!found.missingChannel) return { id, status, message: message + feed }
  const missing =
    ` Operators get no messages: Medusa's Notification module has no provider for the channel "${found.missingChannel}". Add one ` +
    `under modules in medusa-config, or correct notifications.operators.channel.`
  return { id, status: "warning", message: message + feed + missing }
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
