import type { MedusaContainer } from "@medusajs/framework/types"
import { explorerLinks, type ExplorerLinks, type ExplorerQuestion } from "../../../domain/payment/explorer"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { ShownFiat } from "../../../modules/onchain/payment/medusa-payments"
import type { AnyPayment } from "../../../modules/onchain/payment/payment-row"
import type { RefundRow } from "../../../modules/onchain/refund/refund-row"
import type { OnchainRefund } from "../../../types/http"
import { loadActorNames, loadCustomerNames } from "../../person-names"

/** What tells whose a payment is. */
type NamedPayment = Pick<
  AnyPayment,
  "state" | "applied_order_id" | "collection_id" | "customer_id" | "currency_code"
>

export type RefundNames = {
  networkName: (chain: string, networkId: string) => string
  actorName: (actorId: string | null) => string | null
  order: (payment: NamedPayment) => OnchainRefund["order"]
  /** The present owner of the order, else who paid. */
  customer: (payment: NamedPayment) => OnchainRefund["customer"]
  /** Who paid, where the order has gone to another account since; else null. */
  payer: (payment: NamedPayment) => OnchainRefund["customer"]
  explorer: (asked: ExplorerQuestion) => ExplorerLinks
  fiat: ShownFiat
}

/** A deleted payment leaves it without an order and a customer. */
export function refundToView(
  row: RefundRow,
  payment: NamedPayment | undefined,
  names: RefundNames
): OnchainRefund {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    order: payment ? names.order(payment) : null,
    customer: payment ? names.customer(payment) : null,
    payment_id: row.payment_id,
    session_id: row.session_id,
    fiat_amount: row.fiat_amount && names.fiat(row.fiat_amount, row.currency_code),
    currency_code: row.currency_code,
    token_amount: row.token_amount,
    token: row.token,
    chain: row.chain,
    network_id: row.network_id,
    network_name: names.networkName(row.chain, row.network_id),
    canonical_asset_id: row.canonical_asset_id,
    created_at: row.created_at.toISOString(),
    done_at: row.done_at?.toISOString() ?? null,
    withdrawal_id: row.withdrawal_id,
    last_error: row.last_error,
  }
}

const order = z.object({
  id: z.string(),
  display_id: z.number().nullable(),
  customer_id: z.string().nullish(),
})
const link = z.object({ payment_collection_id: z.string(), order: order.nullish() })
type Order = z.infer<typeof order>

/** One read per kind of name. @param actors admins to be named */
export async function loadRefundNames(
  container: MedusaContainer,
  payments: readonly NamedPayment[],
  actors: readonly (string | null)[] = []
): Promise<RefundNames> {
  const { networkNames, currencies } = container.resolve("onchain")
  const [networkName, fiat, actorName, ofCollections, applied] = await Promise.all([
    networkNames.load(),
    currencies.shown(payments.map(({ currency_code }) => currency_code)),
    loadActorNames(container, actors),
    loadOrdersOfCollections(container, present(payments.map(({ collection_id }) => collection_id))),
    loadOrders(container, present(payments.map(appliedTo))),
  ])
  const orderOf = (payment: NamedPayment): Order | null => {
    const id = appliedTo(payment)
    if (id !== null) return applied.get(id) ?? { id, display_id: null }
    return payment.collection_id === null ? null : (ofCollections.get(payment.collection_id) ?? null)
  }
  const customerIdOf = (payment: NamedPayment) => orderOf(payment)?.customer_id ?? payment.customer_id
  const ids = payments.flatMap((payment) => [customerIdOf(payment), payment.customer_id])
  const customer = await loadCustomerNames(container, ids)
  const { options } = container.resolve("onchain")
  return {
    networkName,
    fiat,
    actorName,
    explorer: (asked) => explorerLinks(options, asked),
    order: (payment) => {
      const found = orderOf(payment)
      return found && { id: found.id, display_id: found.display_id }
    },
    customer: (payment) => {
      const id = customerIdOf(payment)
      return id === null ? null : customer(id)
    },
    payer: (payment) => {
      const id = payment.customer_id
      return id === null || id === customerIdOf(payment) ? null : customer(id)
    },
  }
}

function appliedTo({ state, applied_order_id }: NamedPayment): string | null {
  return state === "captured" ? applied_order_id : null
}

async function loadOrdersOfCollections(
  container: MedusaContainer,
  ids: string[]
): Promise<Map<string, Order>> {
  if (ids.length === 0) return new Map()
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_payment_collection",
    fields: ["payment_collection_id", "order.id", "order.display_id", "order.customer_id"],
    filters: { payment_collection_id: ids },
  })
  const links = z.array(link).parse(data)
  return new Map(links.flatMap((row) => (row.order ? [[row.payment_collection_id, row.order] as const] : [])))
}

async function loadOrders(container: MedusaContainer, ids: string[]): Promise<Map<string, Order>> {
  if (ids.length === 0) return new Map()
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["id", "display_id", "customer_id"], filters: { id: ids } })
  return new Map(
    z
      .array(order)
      .parse(data)
      .map((row) => [row.id, row] as const)
  )
}

function present(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.flatMap((id) => (id === null ? [] : [id])))]
}
