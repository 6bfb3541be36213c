import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import type { ShownFiat } from "../../../modules/onchain/payment/medusa-payments"
import type { AnyPayment } from "../../../modules/onchain/payment/payment-row"
import type { OnchainCustomerRef, OnchainOrderRef } from "../../../types/http"
import { loadNames, type Names, present } from "../../person-names"
import { inCollection, readRows, withId } from "../order-record"

/** What tells whose a payment is. */
export type NamedPayment = Pick<
  AnyPayment,
  | "state"
  | "applied_order_id"
  | "proposed_order_id"
  | "collection_id"
  | "customer_id"
  | "currency_code"
  | "resolved_by"
  | "proposed_by"
>

/** What views of payments, refunds and payouts name. */
export type PaymentNames = Names & {
  fiat: ShownFiat
  /** The order that a payment was made for. */
  meantFor: (payment: NamedPayment) => OnchainOrderRef | null
  /** The order that it was captured for, after an operator applied it, else the one it was made for. */
  order: (payment: NamedPayment) => OnchainOrderRef | null
  orderById: (id: string | null) => OnchainOrderRef | null
  /** The present owner of the order, else who paid. */
  customer: (payment: NamedPayment) => OnchainCustomerRef | null
  /** Who paid; a guest is known by the order: Medusa makes a customer for its email. */
  payer: (payment: NamedPayment) => OnchainCustomerRef | null
}

const order = withId.extend({ display_id: z.number().nullable(), customer_id: z.string().nullish() })
const link = inCollection.extend({ order: order.nullish() })
type Order = z.infer<typeof order>

/** One read per kind of name. @param actors, customers to be named beside those of the payments */
export async function loadPaymentNames(
  container: MedusaContainer,
  payments: readonly NamedPayment[],
  actors: readonly (string | null)[] = [],
  customers: readonly (string | null)[] = []
): Promise<PaymentNames> {
  const [links, named] = await Promise.all([
    readRows(container, "order_payment_collection", link, {
      payment_collection_id: present(payments.map(({ collection_id }) => collection_id)),
    }),
    readRows(container, "order", order, {
      id: present(payments.flatMap((row) => [row.applied_order_id, row.proposed_order_id])),
    }),
  ])
  const ofCollections = new Map(links.map((row) => [row.payment_collection_id, row.order] as const))
  const orders = new Map(named.map((row) => [row.id, row] as const))
  const byId = (id: string | null): Order | null =>
    id === null ? null : (orders.get(id) ?? { id, display_id: null })
  const ofCollection = ({ collection_id }: NamedPayment) => ofCollections.get(collection_id ?? "") ?? null
  const orderOf = (payment: NamedPayment) =>
    (payment.state === "captured" ? byId(payment.applied_order_id) : null) ?? ofCollection(payment)
  const ownerOf = (payment: NamedPayment) => orderOf(payment)?.customer_id ?? payment.customer_id
  const payerOf = (payment: NamedPayment) => payment.customer_id ?? ofCollection(payment)?.customer_id ?? null
  const { currencies } = container.resolve("onchain")
  const [names, fiat] = await Promise.all([
    loadNames(container, {
      actors: [...payments.flatMap(({ resolved_by, proposed_by }) => [resolved_by, proposed_by]), ...actors],
      customers: [...payments.flatMap((payment) => [ownerOf(payment), payerOf(payment)]), ...customers],
    }),
    currencies.shown(payments.map(({ currency_code }) => currency_code)),
  ])
  return {
    ...{ ...names, fiat },
    meantFor: (payment) => nameOf(ofCollection(payment)),
    order: (payment) => nameOf(orderOf(payment)),
    orderById: (id) => nameOf(byId(id)),
    customer: (payment) => names.customerById(ownerOf(payment)),
    payer: (payment) => names.customerById(payerOf(payment)),
  }
}

const nameOf = (found: Order | null) => found && { id: found.id, display_id: found.display_id }
