import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN, MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import { isSameAmount, type Money, moneyOf } from "../../domain/money"
import { canPayAnew } from "../../domain/payment/payment-status"
import {
  type CoverFacts,
  dueOf,
  findMisfit,
  outstandingOf,
  owedOf,
  paidElsewhere,
  type SessionFacts,
} from "../../domain/payment/settlement"
import { type CollectionOwners, fiatAmountToText } from "../../modules/onchain/payment/medusa-payments"
import type { OrderKeys } from "../../modules/onchain/payment/order-follow-ups"
import type { AnyPayment } from "../../modules/onchain/payment/payment-row"

/** A row of Medusa of which only the id is read. */
export const withId = z.object({ id: z.string() })

type Filter = string | number | readonly string[] | readonly object[]

/**
 * Reads rows of Medusa with the fields that a schema names. A field that is not selected would read as nothing, and an undefined
 * filter would match every row. @throws ZodError
 */
export async function readRows<Row extends z.ZodObject>(
  container: MedusaContainer,
  entity: string,
  schema: Row,
  filters: Record<string, Filter>,
  pagination?: { take: number; order: Record<string, string> }
): Promise<z.infer<Row>[]> {
  if (Object.values(filters).some((filter) => Array.isArray(filter) && filter.length === 0)) return []
  const fields = fieldsOf(schema)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity, fields, filters, ...(pagination && { pagination }) })
  return z.array(schema).parse(data)
}

/** Medusa keeps an exact amount as JSON in `raw_...`, and computes the summary of an order: both are selected whole. */
function fieldsOf(schema: z.core.$ZodType, path = ""): string[] {
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element, path)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return fieldsOf(schema.unwrap(), path)
  if (path === "summary") return ["summary.*"]
  if (!(schema instanceof z.ZodObject) || /\braw_\w+$/.test(path)) return [path]
  return Object.entries(schema.shape).flatMap(([name, inner]) =>
    fieldsOf(inner, path === "" ? name : `${path}.${name}`)
  )
}

export const moment = z.union([z.string(), z.date()]).nullable()
export const money = z.object({ raw_amount: z.object({ value: z.string() }) })
/** Decimal text of an amount that Medusa keeps as JSON beside a number. */
const exact = z.object({ value: z.string() }).transform(fiatAmountToText)
const heldPayment = money.extend({ canceled_at: moment, captures: z.array(money) })
const debt = z.object({
  currency_code: z.string(),
  /** Without it, Medusa's `pending_difference` counts what is being returned or exchanged as owed. */
  total: z.unknown(),
  raw_total: exact,
  /** Absent from an order without items. */
  raw_return_requested_total: exact.nullish(),
  summary: z.object({ raw_pending_difference: exact, raw_transaction_total: exact }),
  payment_collections: z.array(z.object({ payments: z.array(heldPayment) })),
})
const payment = heldPayment.extend({
  id: z.string(),
  provider_id: z.string(),
  /** Ours names the payment it was made for. */
  data: z.record(z.string(), z.unknown()).nullable(),
  payment_session_id: z.string(),
  refunds: z.array(money.extend({ id: z.string() })),
})
const collection = money.extend({
  id: z.string(),
  status: z.string(),
  payment_sessions: z.array(z.object({ id: z.string() })),
  payments: z.array(payment),
})
const orderRecord = debt.extend({
  id: z.string(),
  display_id: z.number().nullable(),
  status: z.string(),
  canceled_at: moment,
  customer_id: z.string().nullable(),
  email: z.string().nullable(),
  /** In which messages are written. */
  locale: z.string().nullish(),
  fulfillments: z.array(z.object({ canceled_at: moment })),
  payment_collections: z.array(collection),
})

/** What an order owes, in major units; `outstanding` is less what is authorized, which can be captured at any time. */
export type OrderDebt = {
  owed: string
  outstanding: string
  outstandingMoney: Money
  isOwed: boolean
  decimals: number
}

/** An order of Medusa with its payments: a refund or an authorization by any provider is in it. */
export type OrderRecord = z.infer<typeof orderRecord> & OrderDebt
export type CollectedPayment = z.infer<typeof payment>

export const notAllowed = (message: string) => new MedusaError(MedusaError.Types.NOT_ALLOWED, message)

/** @throws MedusaError `not_found` */
export async function mustLoadOrder(container: MedusaContainer, orderId: string): Promise<OrderRecord> {
  const order = await loadOrder(container, orderId)
  if (order) return order
  throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${orderId}.`)
}

export async function loadOrder(container: MedusaContainer, orderId: string): Promise<OrderRecord | null> {
  const [order] = await readRows(container, "order", orderRecord, { id: orderId })
  return order ? { ...order, ...(await debtOf(container, order)) } : null
}

export async function loadDebt(container: MedusaContainer, orderId: string): Promise<OrderDebt | null> {
  const [order] = await readRows(container, "order", debt, { id: orderId })
  return order ? debtOf(container, order) : null
}

/** What a payment is to ask for now, in major units, "0" when nothing; `isAsked`: its attempt asks for just that. */
export type Due = { amount: string; isAsked: boolean }

/**
 * Reads what a payment that waits for money is to ask for: its order may owe less than it did.
 *
 * @returns null before its order is placed, after that is cancelled, once money decides, and for an order in another currency
 */
export async function loadDue(
  container: MedusaContainer,
  payment: AnyPayment,
  owner: { orderId: string | null; isOrderCancelled: boolean } | undefined
): Promise<Due | null> {
  if (!owner?.orderId || owner.isOrderCancelled || !canPayAnew(payment.state)) return null
  const debt = await loadDebt(container, owner.orderId)
  const session = moneyOf(payment.session_fiat_amount, payment.currency_code)
  if (debt?.outstandingMoney.currency !== session.currency) return null
  const due = dueOf(session, debt.outstandingMoney, debt.decimals)
  const asked = { ...session, amount: payment.fiat_amount }
  return { amount: due.amount, isAsked: due.amount !== "0" && isSameAmount(asked, due, debt.decimals) }
}

async function debtOf(container: MedusaContainer, order: z.infer<typeof debt>): Promise<OrderDebt> {
  const decimals = await container.resolve("onchain").currencies.decimalsOf(order.currency_code)
  const sums = {
    pending: order.summary.raw_pending_difference,
    total: order.raw_total,
    returnRequested: order.raw_return_requested_total ?? "0",
    transactions: order.summary.raw_transaction_total,
  }
  const owed = owedOf(sums, decimals)
  const authorized = order.payment_collections.flatMap((row) => row.payments.map(uncaptured))
  const outstanding = outstandingOf(owed, authorized, decimals)
  const outstandingMoney = moneyOf(outstanding, order.currency_code)
  return { owed, outstanding, outstandingMoney, isOwed: outstanding !== "0", decimals }
}

function uncaptured({ raw_amount, canceled_at, captures }: z.infer<typeof heldPayment>): string {
  if (canceled_at !== null) return "0"
  const rest = MathBN.sub(raw_amount, MathBN.sum(0, ...captures.map((capture) => capture.raw_amount)))
  return MathBN.gt(rest, 0) ? fiatAmountToText(rest) : "0"
}

export function isCancelled({ status, canceled_at }: Pick<OrderRecord, "status" | "canceled_at">): boolean {
  return status === "canceled" || canceled_at !== null
}

export const payableOrder = withId.extend({
  payment_collections: z.array(withId.extend({ payment_sessions: z.array(withId) })),
})

export type PayableOrder = z.infer<typeof payableOrder>

/** @returns null for an order without a crypto payment, and when there is none */
export async function findOrderOfOurs(
  container: MedusaContainer,
  orderId: string
): Promise<PayableOrder | null> {
  const [order] = await readRows(container, "order", payableOrder, { id: orderId })
  if (!order) return null
  const payments = await container.resolve("onchain").orderFollowUps.listOfOrder(orderToKeys(order))
  return payments.length === 0 ? null : order
}

export function orderToKeys({ id, payment_collections }: PayableOrder): OrderKeys {
  return {
    orderId: id,
    collectionIds: payment_collections.map((row) => row.id),
    sessionIds: payment_collections.flatMap((row) => row.payment_sessions.map((session) => session.id)),
  }
}

/** What a payment collection is for. */
export const findOrderAndCart = (
  container: MedusaContainer,
  collectionId: string
): Promise<CollectionOwners> => container.resolve("onchain").collectionAmounts.ownersOf(collectionId)

/** Finds the order that a payment was made for, or applied to; null when there is none yet. Its session may be gone. */
export async function findOrderOfPayment(
  container: MedusaContainer,
  payment: AnyPayment
): Promise<string | null> {
  if (payment.state === "captured" && payment.applied_order_id) return payment.applied_order_id
  const { collection_id, session_id } = payment
  const collectionId = collection_id ?? (await findCollectionOf(container, "payment_session", session_id))
  if (collectionId === null) return null
  return (await findOrderAndCart(container, collectionId)).order?.id ?? null
}

/** The order that was paid, and its customer, guests included. */
export type PaymentOwner = { orderId: string | null; customerId: string | null }

const ofCustomer = z.object({ customer_id: z.string().nullish() })

/** Medusa's customer of the order counts before the one who was signed in. */
export async function findPaymentOwner(
  container: MedusaContainer,
  payment: AnyPayment
): Promise<PaymentOwner> {
  const orderId = await findOrderOfPayment(container, payment)
  const [order] = await readRows(container, "order", ofCustomer, { id: orderId ?? [] })
  return { orderId, customerId: order?.customer_id ?? payment.customer_id }
}

export async function findCollectionOf(
  container: MedusaContainer,
  entity: "payment_session" | "payment",
  id: string
): Promise<string | null> {
  const [row] = await readRows(container, entity, inCollection, { id })
  return row?.payment_collection_id ?? null
}

export const inCollection = z.object({ payment_collection_id: z.string() })
const bookings = z.array(money.extend({ id: z.string() }))
const capturedPayment = z.object({
  currency_code: z.string(),
  payment_collection_id: z.string(),
  captures: bookings,
  refunds: bookings,
})

export type CapturedPayment = z.infer<typeof capturedPayment>

/** Reads what was captured for a session, also when the session was deleted since; null when nothing was. */
export async function findCapturedPayment(
  container: MedusaContainer,
  sessionId: string
): Promise<CapturedPayment | null> {
  const found = await readRows(container, "payment", capturedPayment, { payment_session_id: sessionId })
  return found.find(({ captures }) => captures.length > 0) ?? null
}

/** How long a session that was never seen may still be on its way into the database. */
const SESSION_GRACE_MS = 120_000
/** An order that is due for a check so soon may be due to a deletion. */
const HINT_MS = 5_000

/** {@link SessionFacts} with what carrying out a decision needs. `hasCapture`: also of a deleted session without an order. */
export type LoadedFacts = SessionFacts & {
  sessionStatus: string | null
  collectionId: string | null
  hasCapture: boolean
}

const storedSession = inCollection.extend({ status: z.string() })

/**
 * Reads what Medusa knows about the session of a payment.
 *
 * A refund of Medusa counts as due before it is recorded here: the process may have died in between. Core deletes its refund when
 * our answer is lost, so ours counts too. A cart whose capture was undone must not become an order by it.
 */
export async function loadSessionFacts(
  container: MedusaContainer,
  payment: AnyPayment
): Promise<LoadedFacts> {
  const { payments, refunds, collectionAmounts } = container.resolve("onchain")
  const [session] = await readRows(container, "payment_session", storedSession, { id: payment.session_id })
  const captured = await findCapturedPayment(container, payment.session_id)
  const isRefundDue =
    captured !== null && (captured.refunds.length > 0 || (await refunds.hasOrderRefund(payment.id)))
  if (!session) return loadDeletedSession(container, payment, captured, isRefundDue)
  const { status, payment_collection_id: collectionId } = session
  if (payment.collection_id === null) await payments.note(payment.id, { collection_id: collectionId })
  const cover = await collectionAmounts.ofSession(payment.session_id)
  const owners = await findOrderAndCart(container, collectionId)
  const isDead = status === "canceled" || status === "error"
  const { misfit, paidElsewhere } = coverToFacts(
    cover,
    owners.order === null && owners.cart?.isCompleted === false
  )
  const hasOtherItems = misfit !== "other_currency" && (await collectionAmounts.hasOtherItems(payment))
  return {
    session: captured ? "captured" : isDead ? "dead" : "alive",
    isRefundDue,
    ...{ misfit: hasOtherItems ? "other_items" : misfit, paidElsewhere },
    sessionStatus: status,
    collectionId,
    hasCapture: captured !== null,
    ...owners,
  }
}

/**
 * What is left of a missing session. Core deletes a session also when it was just captured: its payment stays, and pays the
 * order.
 */
async function loadDeletedSession(
  container: MedusaContainer,
  seen: AnyPayment,
  captured: CapturedPayment | null,
  isRefundDue: boolean
): Promise<LoadedFacts> {
  const { payments, sessionGuard, collectionAmounts, clock } = container.resolve("onchain")
  // Read again: another payment of the cart may have deleted the session since.
  const payment = (await payments.findAny({ id: seen.id })) ?? seen
  const isGone = isKnownGone(payment, clock())
  if (isGone) await sessionGuard.noteDeleted(payment.id)
  const collectionId = captured?.payment_collection_id ?? payment.collection_id
  const owners = collectionId ? await findOrderAndCart(container, collectionId) : { order: null, cart: null }
  const { order, cart } = owners
  const isCaptured = captured !== null && order !== null
  const cover = order && !isCaptured ? await collectionAmounts.ofSession(payment.session_id, payment) : null
  // Of a deleted session, only captures count.
  const isPaid = coverToFacts(cover, false).paidElsewhere === "captured"
  return {
    session: isCaptured ? "captured" : isGone ? "deleted" : "missing",
    order: isCaptured || isPaid ? order : null,
    isRefundDue,
    cart,
    collectionId,
    paidElsewhere: isPaid ? "captured" : "no",
    misfit: null,
    sessionStatus: null,
    hasCapture: captured !== null,
  }
}

/** A payment has its collection from the session: a session that was seen, and is not there now, is gone. */
function isKnownGone({ abandoned_at, collection_id, created_at }: AnyPayment, nowMs: number): boolean {
  if (abandoned_at !== null || collection_id !== null) return true
  return nowMs - created_at.getTime() > SESSION_GRACE_MS
}

/** Amounts of two currencies cannot be compared: the misfit decides alone. */
function coverToFacts(
  cover: CoverFacts | null,
  isForCart: boolean
): Pick<SessionFacts, "paidElsewhere" | "misfit"> {
  const misfit = cover && findMisfit(cover, isForCart ? "placing" : "placed")
  const comparable = misfit?.kind === "other_currency" ? null : cover
  return {
    misfit: misfit?.kind ?? null,
    paidElsewhere: comparable === null ? "no" : paidElsewhere(comparable),
  }
}

/**
 * Whether a cart became an order without our authorization: Medusa writes the order first, and calls the provider last. When its
 * process is killed in between, nothing takes that back, and completing the cart again returns the order as it is.
 */
export function isPlacedUnauthorized(payment: AnyPayment, facts: LoadedFacts): boolean {
  const { order, cart, session, sessionStatus } = facts
  return (
    payment.order_placed_at === null &&
    sessionStatus === "pending" &&
    session === "alive" &&
    order?.isCancelled === false &&
    cart !== null &&
    facts.paidElsewhere === "no"
  )
}

/**
 * Abandons a payment whose session Medusa has deleted. The deletion that a provider hears of is a hint: it may name another
 * shopper's session.
 *
 * @param ifAnnounced for a page: looks for the session only while a deletion may have been announced
 */
export async function confirmSession<P extends AnyPayment>(
  container: MedusaContainer,
  payment: P,
  { ifAnnounced = false } = {}
): Promise<P> {
  const { clock, sessionGuard } = container.resolve("onchain")
  const { abandoned_at, order_check_at } = payment
  if (abandoned_at !== null) return payment
  const isAnnounced = order_check_at !== null && order_check_at.getTime() <= clock() + HINT_MS
  if (ifAnnounced && !isAnnounced) return payment
  const rows = await readRows(container, "payment_session", withId, { id: payment.session_id })
  if (rows.length > 0 || !isKnownGone(payment, clock())) return payment
  await sessionGuard.noteDeleted(payment.id)
  return { ...payment, abandoned_at: new Date(clock()) }
}
