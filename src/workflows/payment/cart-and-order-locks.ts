import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import type { PaymentRow } from "../../modules/onchain/payment/payment-row"
import { exclusivelyBy } from "../../modules/onchain/work/locks"
import { findOrderAndCart } from "./order-record"
import type { LoadedFacts } from "./load-session-facts"
import type { PayableOrder } from "./order-record"

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
