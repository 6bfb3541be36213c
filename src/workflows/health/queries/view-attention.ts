import type { MedusaContainer } from "@medusajs/framework/types"
import { noAttention, severityOf } from "../../../domain/health/attention"
import { plainText } from "../../../gateway/contract/wire"
import type {
  AttentionCount,
  AttentionFilter,
  AttentionRow,
} from "../../../modules/onchain/health/attention-list"
import type { OverviewNames } from "../../../modules/onchain/health/overview-facts"
import type { ShownFiat } from "../../../modules/onchain/payment/medusa-payments"
import { COUNT_LIMIT } from "../../../modules/onchain/work/listed-rows"
import type { OnchainAttention, OnchainAttentionItem } from "../../../types/http"

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
