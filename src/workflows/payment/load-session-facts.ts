import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"
import { randomUUID } from "node:crypto"
import { z } from "zod"
import {
  type CoverFacts,
  findMisfit,
  findPlacedMisfit,
  isCapturedOtherwise,
  isPaidOtherwise,
} from "../../domain/payment/order-cover"
import type { SessionFacts } from "../../domain/payment/settlement"
import type { AnyPayment, PaymentRow } from "../../modules/onchain/payment/payment-row"
import { exclusivelyBy } from "../../modules/onchain/work/locks"
import { findCapturedPayment, findOrderAndCart, type PayableOrder } from "./order-record"

/** How long a session that was never seen may still be on its way into the database. */
const SESSION_GRACE_MS = 120_000
/** A look at an order that is due so soon may be due to a deletion. */
const HINT_MS = 5_000

/** {@link SessionFacts} with the Medusa ids that decisions about them need. */
export type LoadedFacts = SessionFacts & { sessionStatus: string | null; collectionId: string | null }

/**
 * Reads what Medusa knows about the session of a payment. Every filter is a real id: an undefined one would
 * match every row.
 *
 * A refund of Medusa counts as due before it is recorded here: the process may have died in between, and a
 * job records it. A cart whose capture was undone must not become an order by it.
 */
export async function loadSessionFacts(
  container: MedusaContainer,
  payment: AnyPayment,
  nowMs: number
): Promise<LoadedFacts> {
  const { data: rows } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment_session",
    fields: STORED_SESSION_FIELDS,
    filters: { id: payment.session_id },
  })
  const { payments, refunds } = container.resolve("onchain")
  const isRefundDue = await refunds.hasOrderRefund(payment.id)
  if (rows.length === 0) {
    // Read again: another payment of the cart may have deleted the session since.
    const now = (await payments.findAny({ id: payment.id })) ?? payment
    const facts = await loadDeletedSession(container, now)
    const isGone = isKnownGone(now, nowMs)
    if (isGone) await container.resolve("onchain").sessionGuard.noteDeleted(now.id)
    return {
      ...facts,
      isRefundDue: isRefundDue || facts.isRefundDue,
      session: facts.session ?? (isGone ? "deleted" : "missing"),
    }
  }
  const session = parseStoredSession(rows[0])
  if (payment.collection_id === null)
    await payments.note(payment.id, { collection_id: session.payment_collection_id })
  const cover = await container.resolve("onchain").collectionAmounts.ofSession(session.id)
  const owners = await findOrderAndCart(container, session.payment_collection_id)
  return {
    session: sessionFact(session),
    isRefundDue: isRefundDue || isRefunded(session),
    ...coverToFacts(cover, canBecomeOrder(owners)),
    sessionStatus: session.status,
    collectionId: session.payment_collection_id,
    ...owners,
  }
}

type CoverResult = Pick<SessionFacts, "isPaidOtherwise" | "isCapturedOtherwise" | "misfit">

/** Amounts of two currencies cannot be compared: the misfit decides alone. */
function coverToFacts(cover: CoverFacts | null, isForCart: boolean): CoverResult {
  const misfit = cover && (isForCart ? findMisfit(cover) : findPlacedMisfit(cover))
  const comparable = misfit?.kind === "other_currency" ? null : cover
  return {
    misfit: misfit?.kind ?? null,
    isPaidOtherwise: comparable !== null && isPaidOtherwise(comparable),
    isCapturedOtherwise: comparable !== null && isCapturedOtherwise(comparable),
  }
}

/**
 * Whether a cart became an order without our authorization: Medusa writes the order first, then its links,
 * the mark of the cart and the reservations in parallel, and calls the provider last. When its process is
 * killed in between, nothing takes that back, and completing the cart again returns the order as it is.
 */
export function isPlacedUnauthorized(payment: AnyPayment, facts: LoadedFacts): boolean {
  const { order, cart, session, sessionStatus, isPaidOtherwise } = facts
  return (
    payment.order_placed_at === null &&
    sessionStatus === "pending" &&
    session === "alive" &&
    order?.isCancelled === false &&
    cart !== null &&
    !isPaidOtherwise
  )
}

function canBecomeOrder({ order, cart }: Pick<SessionFacts, "order" | "cart">): boolean {
  return order === null && cart !== null && !cart.isCompleted
}

type DeletedSession = Omit<LoadedFacts, "session"> & { session: "captured" | null }

/**
 * What is left of a missing session. A shopper who requests a new one makes core delete the old, also when it
 * was just captured: its payment stays, and pays the order.
 */
async function loadDeletedSession(container: MedusaContainer, payment: AnyPayment): Promise<DeletedSession> {
  const captured = await findCapturedPayment(container, payment.session_id)
  const collectionId = captured?.payment_collection_id ?? payment.collection_id
  const { order, cart } = collectionId ? await findOrderAndCart(container, collectionId) : NOTHING
  const isCaptured = captured !== null && order !== null
  const { collectionAmounts } = container.resolve("onchain")
  const cover = order && !isCaptured ? await collectionAmounts.ofSession(payment.session_id, payment) : null
  const { isCapturedOtherwise: isPaid } = coverToFacts(cover, false)
  return {
    session: isCaptured ? "captured" : null,
    order: isCaptured || isPaid ? order : null,
    isRefundDue: (captured?.refunds.length ?? 0) > 0,
    cart,
    collectionId,
    isPaidOtherwise: isPaid,
    isCapturedOtherwise: isPaid,
    misfit: null,
    sessionStatus: null,
  }
}

const NOTHING = { order: null, cart: null }

function sessionFact(session: StoredSession): SessionFacts["session"] {
  if (isCaptured(session)) return "captured"
  const { status } = session
  return status === "canceled" || status === "error" ? "dead" : "alive"
}

/** A payment has its collection from the session: a session that was seen, and is not there now, is gone. */
function isKnownGone({ abandoned_at, collection_id, created_at }: AnyPayment, nowMs: number): boolean {
  if (abandoned_at !== null || collection_id !== null) return true
  return nowMs - created_at.getTime() > SESSION_GRACE_MS
}

/**
 * Abandons a payment whose session Medusa has deleted. What a provider hears of a deletion is a hint: it may name another
 * shopper's session.
 *
 * @returns the payment as it is now
 */
export async function confirmSession<P extends AnyPayment>(
  container: MedusaContainer,
  payment: P
): Promise<P> {
  if (payment.abandoned_at !== null) return payment
  const onchain = container.resolve("onchain")
  const { data: rows } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment_session",
    fields: ["id"],
    filters: { id: payment.session_id },
  })
  if (rows.length > 0 || !isKnownGone(payment, onchain.clock())) return payment
  await onchain.sessionGuard.noteDeleted(payment.id)
  return { ...payment, abandoned_at: new Date(onchain.clock()) }
}

/** The same for a page: while no deletion was announced, the session is not looked for. */
export function confirmAnnounced<P extends AnyPayment>(container: MedusaContainer, payment: P): Promise<P> {
  const { order_check_at } = payment
  const untilMs = container.resolve("onchain").clock() + HINT_MS
  const mayBeGone = order_check_at !== null && order_check_at.getTime() <= untilMs
  return mayBeGone ? confirmSession(container, payment) : Promise.resolve(payment)
}

const booking = z.object({ id: z.string() })
const collectedPayment = z.object({
  payment_session_id: z.string(),
  captures: z.array(booking),
  refunds: z.array(booking),
})
const storedSession = z.object({
  id: z.string(),
  status: z.string(),
  payment_collection_id: z.string(),
  payment_collection: z.object({ payments: z.array(collectedPayment) }),
})

/** A payment session of Medusa, and whether payments of its collection were captured and refunded. */
export type StoredSession = z.infer<typeof storedSession>

/**
 * Its own payment is not selected twice: core returns a row that two paths lead to with the fields of one.
 */
const STORED_SESSION_FIELDS = [
  "id",
  "status",
  "payment_collection_id",
  "payment_collection.payments.payment_session_id",
  "payment_collection.payments.captures.id",
  "payment_collection.payments.refunds.id",
]

/**
 * Checks a row that was read with {@link STORED_SESSION_FIELDS}. A field that was not selected is missing,
 * and would read as "nothing was captured".
 *
 * @throws ZodError when a field is missing or malformed
 */
export function parseStoredSession(row: unknown): StoredSession {
  return storedSession.parse(row)
}

function isRefunded({ id, payment_collection }: StoredSession): boolean {
  return payment_collection.payments.some(
    (payment) => payment.payment_session_id === id && payment.refunds.length > 0
  )
}

export function isCaptured({ id, payment_collection }: StoredSession): boolean {
  return payment_collection.payments.some(
    (payment) => payment.payment_session_id === id && payment.captures.length > 0
  )
}

/** Longest wait for other work on the same cart, and longest hold. */
const TIMEOUT_MS = 40_000
const HOLD_MS = 120_000
const RETRY_MS = 50

/** How each locking provider of Medusa reports a held lock. */
const IS_HELD = /^Failed to acquire lock|is already locked/

/** Runs a job while no attempt of a payment is read at the gateway or opened, and no decision about its money is executed. */
export function withPaymentLock<T>(
  container: MedusaContainer,
  paymentId: string,
  job: () => Promise<T>
): Promise<T> {
  return exclusivelyBy(container.resolve(Modules.LOCKING))(`onchain:payment:${paymentId}`, job)
}

/**
 * The lock of every decision about a payment: its cart, as core locks it. Without a cart, the collection is
 * what two sessions for the same order share.
 */
export function lockKeyOf(
  payment: Pick<PaymentRow, "session_id">,
  { cart, collectionId }: Pick<LoadedFacts, "cart" | "collectionId">
): string {
  return cart?.id ?? collectionId ?? payment.session_id
}

/**
 * Runs a job under the lock that core's own cart completion takes.
 *
 * Core takes it with `acquire`. In some locking providers, such as the Postgres one, `acquire` and `execute`
 * do not exclude each other.
 *
 * @param key cart id, or payment collection id without a cart
 * @throws MedusaError `not_allowed` when the lock is not free within 40 seconds; the provider's own error
 * when it fails
 */
export async function withCartLock<T>(
  container: MedusaContainer,
  key: string,
  job: () => Promise<T>
): Promise<T> {
  const locking = container.resolve(Modules.LOCKING)
  const ownerId = `onchain:${randomUUID()}`
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    try {
      await locking.acquire([key], { ownerId, expire: HOLD_MS / 1000 })
      break
    } catch (error) {
      if (Date.now() > deadline) throw sayWho(key, error)
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
  try {
    return await job()
  } finally {
    await locking.release([key], { ownerId })
  }
}

/** Somebody holds the lock of a cart or an order. */
export class BusyError extends MedusaError {
  constructor(key: string) {
    super(
      MedusaError.Types.NOT_ALLOWED,
      `${key} is being paid, completed or cancelled just now; try again in a minute`
    )
  }
}

function sayWho(key: string, error: unknown): unknown {
  return error instanceof Error && IS_HELD.test(error.message) ? new BusyError(key) : error
}

/**
 * Runs a job while no payment of an order can be captured: under the capture's lock of each payment
 * collection. They are taken in one order, so that two callers do not deadlock.
 */
export async function withOrderLock<T>(
  container: MedusaContainer,
  order: PayableOrder,
  job: () => Promise<T>
): Promise<T> {
  const keys = new Set([order.id])
  for (const { id } of order.payment_collections) {
    const { cart } = await findOrderAndCart(container, id)
    keys.add(cart?.id ?? id)
  }
  const locked = [...keys]
    .sort()
    .reduceRight<() => Promise<T>>((inner, key) => () => withCartLock(container, key, inner), job)
  return locked()
}
