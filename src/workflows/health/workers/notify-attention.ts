import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { NoticeBatch } from "../../../modules/onchain/health/attention-notices"
import type { AttentionRow } from "../../../modules/onchain/health/attention-list"
import { reasonOf } from "../../../modules/onchain/work/error-reason"
import { duringRun } from "../../../modules/onchain/work/sync-runs"
import { describeItem, describeMany, titleOf } from "../attention-words"
import { nameAttention } from "../queries/view-attention"
import { sendDigests } from "./send-digests"

/** Of Medusa's notification feed, the bell. */
const FEED = { channel: "feed", template: "admin-ui" }
const ATTENTION = "onchain.attention"

/**
 * Reports what begins to need attention: to the feed of the dashboard, and in messages to operators. A failure delays the rest
 * until the next run, and nothing else.
 */
export async function notifyAttention(container: MedusaContainer) {
  await container.resolve("onchain").attention.notices.refresh()
  await fillFeed(container)
  await sendDigests(container)
  return {}
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
