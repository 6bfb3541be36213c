import type { ProviderSendNotificationDTO } from "@medusajs/framework/types"
import { AbstractNotificationProviderService, ModuleProvider, Modules } from "@medusajs/framework/utils"
import type { OnchainMessageData } from "../../../src/types/http"
import { publishByJob } from "./event-listener"
import { eventually } from "./eventually"
import type { StoreUnderTest } from "./store-suite"
import { installed } from "./installed"

/** The option `notifications` of a store with this provider. */
export const MAIL = { channel: "email", pageUrl: "https://shop.example/pay/{token}" }

/** The option `refundLinks` of a store with this provider. */
export const REFUND_LINKS = {
  pageUrl: "https://shop.example/refund/{token}",
  template: "d-refund-address",
}

export type RecordedMessage = { to: string; template: string; data: OnchainMessageData }

const sent: RecordedMessage[] = []
let failure: string | ((message: RecordedMessage) => string) | null = null

/** Messages received by the notification provider, shared by the test file and the store. */
export const recorder = {
  sent,
  reset(): void {
    sent.length = 0
    failure = null
  },
  /** Makes every send fail with these words, or those made of the message; null restores success. */
  failWith(words: typeof failure): void {
    failure = words
  },
}

/** A Notification module provider that records messages. */
class RecordingNotifications extends AbstractNotificationProviderService {
  static override identifier = "recording"

  override send({ to, template, data }: ProviderSendNotificationDTO): Promise<{ id: string }> {
    const message = { to, template: template ?? "", data: data as OnchainMessageData }
    if (failure !== null)
      return Promise.reject(new Error(typeof failure === "string" ? failure : failure(message)))
    sent.push(message)
    return Promise.resolve({ id: `sent_${sent.length}` })
  }
}

export default ModuleProvider(Modules.NOTIFICATION, { services: [RecordingNotifications] })

/** Sends due and delayed messages, like the job does later. */
export async function sendDue({ db, container, quiet }: StoreUnderTest): Promise<void> {
  await quiet()
  const due = () => db("onchain_outbox").whereNotNull("message_due_at")
  // Skip messages the subscriber is sending now.
  const isIdle = "(message_tries = 0 OR message_error IS NOT NULL)"
  await due().whereRaw(isIdle).update({ message_due_at: db.fn.now() })
  await (await installed("payment/workers/follow-up-orders")).notifyShoppers(container)
  await eventually(async () => {
    expect(await due().whereNull("message_error").pluck("name")).toEqual([])
  })
}

/** Redelivers every event, like an event bus that lost an acknowledgement. */
export async function deliverAgain(store: StoreUnderTest): Promise<void> {
  await store.db("onchain_outbox").update({ published_at: null, due_at: store.db.fn.now() })
  await publishByJob(store)
  await sendDue(store)
}
