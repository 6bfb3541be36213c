import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { DueMessage } from "../../../modules/onchain/payment/shopper-messages"
import { reasonOf } from "../../../modules/onchain/work/error-reason"
import { workOff } from "../../worker"
import { notifyShopper } from "../notify-shopper"

/** Per run. */
const MOST = 200

/** Sends due messages to shoppers. Any number of processes share the work. */
export async function notifyShoppers(container: MedusaContainer): Promise<void> {
  const { options, shopperMessages } = container.resolve("onchain")
  if (options.notifications.channel === null) {
    await shopperMessages.dropAll()
    return
  }
  const claim = () => shopperMessages.claim()
  await workOff({ claim, handle: (due) => handle(container, due), most: MOST })
}

/** A failed message delays no other message and no payment. */
async function handle(container: MedusaContainer, due: DueMessage): Promise<void> {
  const { shopperMessages } = container.resolve("onchain")
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const what = `onchain: message "${due.message}" of ${due.event} ${due.id}`
  try {
    const end = await notifyShopper(container, due)
    await shopperMessages.noteEnd(due, end)
    if (end === "no_email") logger.warn(`${what} was not sent: the order has no email address`)
    else logger.info(end === "sent" ? `${what} was sent` : `${what} was not sent: ${end}`)
  } catch (error) {
    const reason = reasonOf(error)
    const isTriedAgain = await shopperMessages.noteFailed(due, reason)
    if (isTriedAgain) logger.warn(`${what} failed and will be retried: ${reason}`)
    else logger.error(`${what} was given up after ${due.tries} tries: ${reason}`)
  }
}
