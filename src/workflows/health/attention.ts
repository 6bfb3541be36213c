import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import type { AdminPermission } from "../../domain/admin-permission"
import {
  ATTENTION_KINDS,
  type AttentionKind,
  noAttention,
  permissionFor,
  severityOf,
} from "../../domain/health/attention"
import { MOST_TRIES } from "../../domain/payment/timeline"
import { plainText } from "../../gateway/contract/wire"
import { titleOf, todoOf } from "../../modules/onchain/health/attention-words"
import type { AttentionFilter, AttentionRow } from "../../modules/onchain/health/attention-list"
import type { Digest, NoticeBatch } from "../../modules/onchain/health/attention-notices"
import type { NotificationOptions } from "../../modules/onchain/options/option-groups"
import { reasonOf } from "../../modules/onchain/work/audit-log"
import { inTime } from "../../modules/onchain/work/claim"
import { COUNT_LIMIT } from "../../modules/onchain/work/listed-rows"
import { duringRun } from "../../modules/onchain/work/sync-runs"
import type { OnchainAttention, OnchainAttentionItem, OnchainOperatorMessageData } from "../../types/http"

/** Longer than any name of a token or an event that makes sense. */
const LONGEST = 64

/** Keeps foreign text in its own direction and at a bounded length, without invisible characters. */
function quoted(text: string): string {
  return `\u2068${plainText(text, LONGEST)}\u2069`
}

/** What is known about one item: amount, order and reason, and what to do. Neither an address nor a customer is named. */
export function describeItem(item: OnchainAttentionItem): string {
  return [...factsOf(item), todoOf(item.kind)].join(" ")
}

export function describeMany(kind: AttentionKind): string {
  return `The overview under Crypto payments lists them, oldest first. ${todoOf(kind)}`
}

function factsOf(item: OnchainAttentionItem): string[] {
  const { amount, token, network_name, fiat_amount, currency_code, order, kind, reason } = item
  const facts: string[] = []
  if (amount !== null && token !== null)
    facts.push(`${amount} ${quoted(token)}${network_name === null ? "" : ` on ${quoted(network_name)}`}.`)
  else if (fiat_amount !== null && currency_code !== null)
    facts.push(`${fiat_amount} ${quoted(currency_code.toUpperCase())}.`)
  if (order !== null)
    facts.push(`Order ${order.display_id === null ? quoted(order.id) : `#${order.display_id}`}.`)
  if (kind === "dead_webhook" && reason !== null) facts.push(`Event ${quoted(reason)}.`)
  return facts
}

/** The overview shows so many; each list has the rest. */
const MOST_ITEMS = 20
const LONGEST_EMAIL = 320
const LONGEST_CODE = 64

/** Three statements, whatever the number of queues and rows. @param granted what the reader may see */
export async function viewAttention(
  container: MedusaContainer,
  granted: ReadonlySet<AdminPermission>
): Promise<OnchainAttention> {
  const isVisible: AttentionFilter = ({ kind, screen }) => granted.has(permissionFor(kind, screen))
  const { list } = container.resolve("onchain").attention
  const [rows, found] = await Promise.all([list.items(MOST_ITEMS, isVisible), list.counts(isVisible)])
  const counts = noAttention()
  for (const { kind, count } of found) counts[kind] = Math.min(counts[kind] + count, COUNT_LIMIT)
  return {
    counts,
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    is_count_exact: found.every(({ count }) => count <= COUNT_LIMIT),
    items: await nameAttention(container, rows),
  }
}

/** Adds the names of networks, orders and customers. One statement. */
async function nameAttention(
  container: MedusaContainer,
  rows: readonly AttentionRow[]
): Promise<OnchainAttentionItem[]> {
  const { attention, currencies, networkNames } = container.resolve("onchain")
  const [names, networkName, fiat] = await Promise.all([
    attention.facts.names(rows),
    networkNames.load(),
    currencies.shown(rows.map(({ currency_code }) => currency_code)),
  ])
  return rows.map(({ order_id: _, customer_id: __, ...row }, index) => {
    const { chain, network_id, fiat_amount, currency_code, reason } = row
    const { order = null, email = null } = names[index] ?? {}
    return {
      ...row,
      severity: severityOf(row.kind),
      since: row.since.toISOString(),
      network_name: chain === null || network_id === null ? null : networkName(chain, network_id),
      fiat_amount: fiat_amount === null || currency_code === null ? null : fiat(fiat_amount, currency_code),
      order,
      customer_email: email === null ? null : plainText(email, LONGEST_EMAIL),
      reason: reason === null ? null : plainText(reason, LONGEST_CODE),
    }
  })
}

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
  for (const batch of await notices.unnoticed()) {
    const rows = batch.count > 1 ? [] : await list.items(1, isOf(batch.kind), [batch.subjectId])
    const [item] = await nameAttention(container, rows)
    // One that needs no attention any more is not reported.
    if (batch.count > 1 || item) await addToFeed(container, batch, item)
    await notices.noteNoticed([batch.batch])
  }
}

const isOf =
  (wanted: AttentionKind): AttentionFilter =>
  ({ kind }) =>
    kind === wanted

async function addToFeed(
  container: MedusaContainer,
  { batch, kind, count }: NoticeBatch,
  item: OnchainAttentionItem | undefined
): Promise<void> {
  const notifications = container.resolve(Modules.NOTIFICATION)
  const subject = { resource_id: batch, trigger_type: ATTENTION }
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
  if (await notices.hasUndigested(kind))
    await duringRun(syncRuns, `digest:${kind}`, PAUSE_MS, () => notices.makeDigest(kind))
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
  const stored = await notifications.listNotifications(
    { resource_id: [digest.digest], trigger_type: [TRIGGER] },
    { take: null }
  )
  const earlier = z.array(notification).parse(stored)
  // Each try has its own key: Medusa takes a notification that is pending or failed for a repetition.
  const pending = to.flatMap((recipient, index) => {
    const key = `onchain:operators:${digest.digest}:${index}:`
    const own = earlier.filter(({ idempotency_key }) => idempotency_key?.startsWith(key))
    const hasIt = own.some(({ status }) => status === "success")
    return hasIt ? [] : [{ to: recipient, idempotency_key: `${key}${digest.tries}` }]
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

async function toData(
  container: MedusaContainer,
  { digest, kind, count, subjectIds }: Digest
): Promise<OnchainOperatorMessageData> {
  const { list } = container.resolve("onchain").attention
  const items = await nameAttention(container, await list.items(count, isOf(kind), subjectIds))
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
