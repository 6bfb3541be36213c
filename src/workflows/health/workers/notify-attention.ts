import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { ATTENTION_KINDS, type AttentionKind } from "../../../domain/health/attention"
import { MOST_TRIES } from "../../../domain/payment/shopper-message"
import type { AttentionRow } from "../../../modules/onchain/health/attention-list"
import type { Digest, NoticeBatch } from "../../../modules/onchain/health/attention-notices"
import type { NotificationOptions } from "../../../modules/onchain/options/notification-options"
import { reasonOf } from "../../../modules/onchain/work/error-reason"
import { duringRun } from "../../../modules/onchain/work/sync-runs"
import { inTime } from "../../../modules/onchain/work/take-due"
import type { OnchainOperatorMessageData } from "../../../types/http"
import { describeItem, describeMany, titleOf } from "../attention-words"
import { nameAttention } from "../queries/view-attention"

/** Of Medusa's notification feed, the bell. */
const FEED = { channel: "feed", template: "admin-ui" }
const ATTENTION = "onchain.attention"

/**
 * Reports what begins to need attention: to the feed of the dashboard, and in messages to operators. A failure delays the rest
 * until the next run, and nothing else.
 */
export async function notifyAttention(container: MedusaContainer): Promise<void> {
  await container.resolve("onchain").attention.notices.refresh()
  await fillFeed(container)
  await sendDigests(container)
}

async function fillFeed(container: MedusaContainer): Promise<void> {
  const { attention, shopperMessages } = container.resolve("onchain")
  const { notices, list } = attention
  if (!(await shopperMessages.hasProvider(FEED.channel))) return notices.noteNoticed("every")
  const batches = await notices.unnoticed()
  if (batches.length === 0) return
  const rows = await list.find(batches.filter(({ count }) => count === 1))
  for (const batch of batches) {
    const row = rows.find(({ kind, subject_id }) => kind === batch.kind && subject_id === batch.subjectId)
    // One that needs no attention any more is not reported.
    if (batch.count > 1 || row) await addToFeed(container, batch, row)
    await notices.noteNoticed([batch.batch])
  }
}

async function addToFeed(
  container: MedusaContainer,
  { batch, kind, count }: NoticeBatch,
  row: AttentionRow | undefined
): Promise<void> {
  const notifications = container.resolve(Modules.NOTIFICATION)
  const subject = { resource_id: batch, trigger_type: ATTENTION }
  const { items } = await nameAttention(container, row ? [row] : [])
  const [item] = count === 1 ? items : []
  const data = { title: titleOf(kind, count), description: item ? describeItem(item) : describeMany(kind) }
  try {
    const idempotency_key = `${ATTENTION}:${batch}`
    await notifications.createNotifications({ ...FEED, ...subject, to: "", data, idempotency_key })
  } catch (error) {
    // The bell shows what is stored, whether or not the feed's provider took it.
    const stored = await notifications.listNotifications(
      { resource_id: [batch], trigger_type: [ATTENTION] },
      { take: 1 }
    )
    if (stored.length === 0) throw error
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`onchain: the provider of the channel "feed" refused a notification: ${reasonOf(error)}`)
  }
}

const EVERY_MS = 10_000

/** In one process at a time. */
export async function notifyAttentionWhenDue(container: MedusaContainer): Promise<void> {
  const { syncRuns } = container.resolve("onchain")
  await duringRun(syncRuns, "attention", EVERY_MS, () => notifyAttention(container))
}

type Operators = NonNullable<NotificationOptions["operators"]>

const TRIGGER = "onchain.operators"
const notification = z.object({ status: z.string(), idempotency_key: z.string().nullish() })

/** Of one kind. */
const PAUSE_MS = 60 * 60_000
/** Timeout of the provider. */
const PATIENCE_MS = 60_000

/** Sends operators what is new of each kind, at most once an hour. Off, nothing is kept for later. */
export async function sendDigests(container: MedusaContainer): Promise<void> {
  const { attention, options } = container.resolve("onchain")
  const { operators } = options.notifications
  const kinds = operators?.kinds ?? []
  await attention.notices.skipDigests(kinds)
  if (operators === null) return
  for (const kind of ATTENTION_KINDS.filter((one) => kinds.includes(one)))
    await sendOfKind(container, operators, kind)
}

async function sendOfKind(
  container: MedusaContainer,
  operators: Operators,
  kind: AttentionKind
): Promise<void> {
  const { attention, syncRuns } = container.resolve("onchain")
  const { notices } = attention
  if (await notices.hasUndigested(kind)) {
    const name = `digest:${kind}` as const
    if (await syncRuns.begin(name, PAUSE_MS)) {
      await notices.makeDigest(kind)
      await syncRuns.finish(name, null)
    }
  }
  for (const digest of await notices.takeDigests(kind)) {
    const problem = await send(container, operators, digest).then(() => null, reasonOf)
    if (problem === null || digest.tries >= MOST_TRIES) await notices.endDigest(digest.digest)
    if (problem !== null) report(container, digest, redacted(problem, operators))
  }
}

function report(container: MedusaContainer, { kind, tries }: Digest, problem: string): void {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const what = `onchain: the message to operators about "${kind}"`
  if (tries >= MOST_TRIES) logger.error(`${what} was given up after ${tries} tries: ${problem}`)
  else logger.warn(`${what} failed and will be retried: ${problem}`)
}

/** A provider's error may repeat the recipient. */
function redacted(problem: string, { to }: Operators): string {
  return to.reduce((words, recipient) => words.replaceAll(recipient, "[hidden]"), problem)
}

/** A recipient who has the message does not get it again. @throws when one could not get it */
async function send(container: MedusaContainer, operators: Operators, digest: Digest): Promise<void> {
  const notifications = container.resolve(Modules.NOTIFICATION)
  const { to, channel, template } = operators
  const message = await toData(container, digest)
  const keys = to.map((_, index) => keysOf(digest.digest, index))
  const stored = await notifications.listNotifications(
    { resource_id: [digest.digest], trigger_type: [TRIGGER] },
    { take: null }
  )
  const earlier = z.array(notification).parse(stored)
  const pending = to.flatMap((recipient, index) => {
    const own = earlier.filter(({ idempotency_key: key }) => (keys[index] ?? []).includes(key ?? ""))
    if (own.some(({ status }) => status === "success")) return []
    const free = keys[index]?.find((key) => !own.some(({ idempotency_key }) => idempotency_key === key))
    return free === undefined ? [] : [{ to: recipient, idempotency_key: free }]
  })
  if (pending.length === 0) return
  const created = notifications.createNotifications(
    pending.map((one) => ({
      ...one,
      channel,
      template,
      data: { ...message },
      trigger_type: TRIGGER,
      resource_id: digest.digest,
    }))
  )
  if (!(await inTime(created, PATIENCE_MS)))
    throw new Error("the notification provider did not answer in time")
}

/** Each try has its own key: Medusa takes one that is pending or failed for a repetition. */
function keysOf(digest: string, recipient: number): string[] {
  return Array.from({ length: MOST_TRIES }, (_, n) => `onchain:operators:${digest}:${recipient}:${n + 1}`)
}

async function toData(
  container: MedusaContainer,
  { digest, kind, count, subjectIds }: Digest
): Promise<OnchainOperatorMessageData> {
  const { list } = container.resolve("onchain").attention
  const rows = await list.find(subjectIds.map((subjectId) => ({ kind, subjectId })))
  const { items } = await nameAttention(container, rows)
  return {
    message_id: `onchain:operators:${digest}`,
    kind,
    title: titleOf(kind, count),
    description: describeMany(kind),
    count,
    items: items.map(
      ({ subject_id, since, amount, token, network_name, fiat_amount, currency_code, order, reason }) => ({
        ...{ subject_id, since, amount, token, network_name, fiat_amount, currency_code, reason },
        order_id: order?.id ?? null,
        order_display_id: order?.display_id ?? null,
      })
    ),
  }
}
