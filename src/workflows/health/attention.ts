import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { ATTENTION_KINDS, type AttentionKind, noAttention, severityOf } from "../../domain/health/attention"
import { MOST_TRIES } from "../../domain/payment/timeline"
import { plainText } from "../../gateway/contract/wire"
import type {
  AttentionCount,
  AttentionFilter,
  AttentionRow,
} from "../../modules/onchain/health/attention-list"
import type { Digest, NoticeBatch } from "../../modules/onchain/health/attention-notices"
import type { OverviewNames } from "../../modules/onchain/health/overview-facts"
import type { NotificationOptions } from "../../modules/onchain/options/option-groups"
import type { ShownFiat } from "../../modules/onchain/payment/medusa-payments"
import { reasonOf } from "../../modules/onchain/work/audit-log"
import { inTime } from "../../modules/onchain/work/claim"
import { COUNT_LIMIT } from "../../modules/onchain/work/listed-rows"
import { duringRun } from "../../modules/onchain/work/sync-runs"
import type { OnchainAttention, OnchainAttentionItem, OnchainOperatorMessageData } from "../../types/http"

type Words = { one: string; many: string; todo: string }

/** What a notification says of each kind, in English. */
const WORDS: Readonly<Record<AttentionKind, Words>> = {
  deposit: {
    one: "A deposit needs review",
    many: "deposits need review",
    todo: "Assign, accept or refund it under Crypto payments > Needs review.",
  },
  unmatched: {
    one: "A payment has no order",
    many: "payments have no order",
    todo: "Apply, refund or keep it under Crypto payments > Needs review > Unmatched.",
  },
  transaction: {
    one: "A transaction needs review",
    many: "transactions need review",
    todo: "Look at it under Crypto payments > Needs review > Transactions.",
  },
  recovery: {
    one: "Money needs recovery",
    many: "balances need recovery",
    todo: "Find it in the provider's dashboard.",
  },
  part_paid: {
    one: "An order is partially paid",
    many: "orders are partially paid",
    todo: "Wait for the rest, keep the order or refund the part.",
  },
  application_approval: {
    one: "Money for another customer's order waits for approval",
    many: "payments for orders of other customers wait for approval",
    todo: "Apply it too, or refund or keep it, under Crypto payments > Needs review > Unmatched.",
  },
  approval: {
    one: "A withdrawal waits for approval",
    many: "withdrawals wait for approval",
    todo: "Approve or cancel it under Crypto payments > Payouts > Withdrawals.",
  },
  destination_approval: {
    one: "An address waits for approval",
    many: "addresses wait for approval",
    todo: "Approve or archive it under Crypto payments > Payouts > Addresses.",
  },
  refund_address: {
    one: "A customer proposed a refund address",
    many: "customers proposed refund addresses",
    todo: "Approve or decline it under Crypto payments > Payouts > Refunds.",
  },
  refund_due: {
    one: "A refund is due",
    many: "refunds are due",
    todo: "Pay it under Crypto payments > Payouts > Refunds.",
  },
  gas_blocked: {
    one: "A withdrawal is blocked: add gas",
    many: "withdrawals are blocked: add gas",
    todo: "Top up in the provider's dashboard; it then continues.",
  },
  contradicted: {
    one: "The provider contradicts a payment or withdrawal",
    many: "payments or withdrawals are contradicted by the provider",
    todo: "Ask the provider what happened, and mark it as reviewed.",
  },
  withdrawal_unknown: {
    one: "The outcome of a withdrawal is unknown",
    many: "withdrawals have an unknown outcome",
    todo: "Look for it in the provider's dashboard, and close it under Crypto payments > Payouts > Withdrawals.",
  },
  dead_webhook: {
    one: "A webhook failed after too many attempts",
    many: "webhooks failed after too many attempts",
    todo: "Read the reason under Settings > Crypto payments > Webhooks, and run it again.",
  },
}

/** Longer than any name of a token or an event that makes sense. */
const LONGEST = 64

/** Keeps foreign text in its own direction and at a bounded length, without invisible characters. */
function quoted(text: string): string {
  return `\u2068${plainText(text, LONGEST)}\u2069`
}

/** @param count more than `COUNT_LIMIT` when there are more */
export function titleOf(kind: AttentionKind, count: number): string {
  const { one, many } = WORDS[kind]
  if (count === 1) return one
  return `${count > COUNT_LIMIT ? `More than ${COUNT_LIMIT}` : count} ${many}`
}

/** What is known about one item: amount, order and reason, and what to do. Neither an address nor a customer is named. */
export function describeItem(item: OnchainAttentionItem): string {
  return [...factsOf(item), WORDS[item.kind].todo].join(" ")
}

export function describeMany(kind: AttentionKind): string {
  return `The overview under Crypto payments lists them, oldest first. ${WORDS[kind].todo}`
}

function factsOf({
  amount,
  token,
  network_name,
  fiat_amount,
  currency_code,
  order,
  kind,
  reason,
}: OnchainAttentionItem) {
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

/** What needs attention, and what the store calls it. */
export type AttentionView = { attention: OnchainAttention; currencyCode: string | null }

/**
 * Three statements, whatever the number of queues and rows.
 *
 * @param isVisible the queues that the reader may see
 */
export async function viewAttention(
  container: MedusaContainer,
  isVisible: AttentionFilter
): Promise<AttentionView> {
  const { list } = container.resolve("onchain").attention
  const [rows, counts] = await Promise.all([list.items(MOST_ITEMS, isVisible), list.counts(isVisible)])
  const { items, currencyCode } = await nameAttention(container, rows)
  return { attention: { ...countsToView(counts), items }, currencyCode }
}

function countsToView(found: readonly AttentionCount[]): Omit<OnchainAttention, "items"> {
  const sums = noAttention()
  for (const { kind, count } of found) sums[kind] += count
  const is_count_exact = found.every(({ count }) => count <= COUNT_LIMIT)
  const counts = noAttention()
  let total = 0
  for (const { kind } of found) counts[kind] = Math.min(sums[kind], COUNT_LIMIT)
  for (const count of Object.values(counts)) total += count
  return { counts, total, is_count_exact }
}

/** Adds the names of networks, orders and customers. One statement. */
export async function nameAttention(
  container: MedusaContainer,
  rows: readonly AttentionRow[]
): Promise<{ items: OnchainAttentionItem[]; currencyCode: string | null }> {
  const { attention, currencies, networkNames } = container.resolve("onchain")
  const [names, networkName, fiat] = await Promise.all([
    attention.facts.names({
      paymentIds: present(rows, "payment_id"),
      orderIds: present(rows, "order_id"),
      customerIds: present(rows, "customer_id"),
    }),
    networkNames.load(),
    currencies.shown(rows.map(({ currency_code }) => currency_code)),
  ])
  const items = rows.map((row) => rowToView(row, { ...names, networkName, fiat }))
  return { items, currencyCode: names.currency }
}

function present(rows: readonly AttentionRow[], column: "payment_id" | "order_id" | "customer_id"): string[] {
  return [...new Set(rows.flatMap((row) => row[column] ?? []))]
}

function rowToView(
  row: AttentionRow,
  names: OverviewNames & { networkName: (chain: string, networkId: string) => string; fiat: ShownFiat }
): OnchainAttentionItem {
  const { chain, network_id, payment_id, order_id, customer_id, fiat_amount, currency_code } = row
  const order =
    names.payments.find((one) => one.payment_id === payment_id) ??
    names.orders.find(({ id }) => id === order_id)
  const email = order?.email ?? names.customers.find(({ id }) => id === customer_id)?.email
  return {
    kind: row.kind,
    severity: severityOf(row.kind),
    screen: row.screen,
    subject_id: row.subject_id,
    since: row.since.toISOString(),
    amount: row.amount,
    token: row.token,
    chain,
    network_id,
    network_name: chain === null || network_id === null ? null : names.networkName(chain, network_id),
    fiat_amount:
      fiat_amount === null || currency_code === null ? null : names.fiat(fiat_amount, currency_code),
    currency_code,
    payment_id,
    order: order ? { id: order.id, display_id: order.display_id } : null,
    customer_email: email ? plainText(email, LONGEST_EMAIL) : null,
    reason: row.reason === null ? null : plainText(row.reason, LONGEST_CODE),
  }
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
