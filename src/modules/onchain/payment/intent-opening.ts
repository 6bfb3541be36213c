import {
  findIntentProblem,
  isReusableAddressChain,
  type IntentProblem,
} from "../../../domain/payment/collection"
import { GatewayError } from "../../../gateway/client/errors"
import type { Intent } from "../../../gateway/contract"
import { isAddressRefusal } from "./address-book"
import { reasonOf } from "../work/error-reason"
import type { Opening, OpeningContext } from "./opening-context"
import { checkoutError, noteFailure, unavailableRail, insertAttempt } from "./opening-context"
import type { PaymentRow } from "./payment-row"
import type { RailQuote } from "./rail-quotes"

/**
 * Announces a deposit to the reusable address of a signed-in customer.
 *
 * One at a time per customer, network and token, since the service keeps the last one requested and our rows
 * have to agree with it. The row is stored right before the call: one that is `opening` may have an intent.
 *
 * @throws MedusaError `not_allowed` when no address or intent is available now
 */
export function openIntent(rail: RailQuote, opening: Opening, context: OpeningContext): Promise<PaymentRow> {
  const customerId = requireCustomer(opening.customerId)
  return context.exclusively(lockKey(customerId, rail), async () => {
    let address: string | null
    try {
      address = await ensureAddress(customerId, rail, context)
    } catch (error) {
      if (isAddressRefusal(error)) {
        const failed = { kind: "auto_deposit", state: "failed", last_error: reasonOf(error) } as const
        await insertAttempt(rail, opening, context, failed)
      }
      throw checkoutError(error)
    }
    const payment = await insertAttempt(rail, opening, context, { kind: "auto_deposit" })
    return payment.gateway_intent_id === null
      ? announce(payment, { customerId, rail, address }, context)
      : payment
  })
}

/** Repeats the call under the same key for a row whose answer was lost. */
export function reopenIntent(
  payment: PaymentRow,
  rail: RailQuote,
  context: OpeningContext
): Promise<PaymentRow> {
  const customerId = requireCustomer(payment.customer_id)
  return context.exclusively(lockKey(customerId, rail), async () => {
    const address = await ensureAddress(customerId, rail, context).catch(async (error: unknown) => {
      await noteFailure(payment, error, rail, context)
      throw checkoutError(error)
    })
    return announce(payment, { customerId, rail, address }, context)
  })
}

type Announcement = { customerId: string; rail: RailQuote; address: string | null }

async function announce(
  payment: PaymentRow,
  announcement: Announcement,
  context: OpeningContext
): Promise<PaymentRow> {
  const { address } = announcement
  let intent: Intent
  try {
    intent = await createIntent(payment, announcement, context)
  } catch (error) {
    // Such an intent exists, and has replaced the older one.
    if (error instanceof GatewayError && error.code === "RAIL_MISMATCH")
      await context.intents.reject(payment, error.message)
    else await noteFailure(payment, error, announcement.rail, context)
    throw checkoutError(error)
  }
  const problem = findIntentProblem(intent, {
    chain: payment.chain,
    networkId: payment.network_id,
    token: payment.token,
    externalOrderId: orderIdOf(payment),
    expectedAmount: payment.expected_amount,
    address,
  })
  if (problem !== null) {
    await context.intents.reject(
      payment,
      `the gateway announced another deposit than requested: ${PROBLEM_WORDS[problem]}`
    )
    throw unavailableRail()
  }
  const bound = await context.intents.bind(payment, {
    gatewayIntentId: intent.id,
    address: address ?? intent.depositAddress ?? "",
    memo: address === null ? (intent.memo?.value ?? null) : null,
    status: intent.status ?? null,
  })
  return bound ?? boundMeanwhile(payment, intent, context)
}

/** For the merchant, without address or amount. */
const PROBLEM_WORDS = {
  other_rail: "it is for another rail",
  other_order: "it is for another order",
  other_amount: "it has another amount",
  no_address: "it names no address",
  no_memo: "it names no memo, so its payment cannot be recognised",
  unpayable: "its address and memo cannot be paid",
  other_address: "its address is not the customer's",
} as const satisfies Record<IntentProblem, string>

async function createIntent(
  payment: PaymentRow,
  { customerId, rail }: Announcement,
  { gateway, customers }: OpeningContext
): Promise<Intent> {
  return gateway.createIntent(
    {
      customerId: await customers.ensure(customerId),
      externalOrderId: orderIdOf(payment),
      chain: payment.chain,
      networkId: payment.network_id,
      token: payment.token,
      expectedAmount: payment.expected_amount,
      ...rail.payout,
    },
    { idempotencyKey: payment.idempotency_key }
  )
}

/** Another process finished opening this row: with the same intent, or because a newer one replaced it. */
async function boundMeanwhile(
  payment: PaymentRow,
  intent: Intent,
  { store }: OpeningContext
): Promise<PaymentRow> {
  const now = await store.find({ attempt_id: payment.attempt_id })
  if (now?.gateway_intent_id === intent.id) return now
  throw unavailableRail()
}

/** Null where the treasury and a memo replace the address. */
async function ensureAddress(
  customerId: string,
  { token }: RailQuote,
  { addresses }: OpeningContext
): Promise<string | null> {
  return isReusableAddressChain(token.chain) ? addresses.ensure(customerId, token) : null
}

function lockKey(customerId: string, { token }: RailQuote): string {
  return ["onchain:intent", customerId, token.chain, token.networkId, token.token].join(":")
}

function orderIdOf({ external_order_id }: PaymentRow): string {
  if (external_order_id === null) throw new Error("an intent names the order that it is for")
  return external_order_id
}

function requireCustomer(customerId: string | null): string {
  if (customerId === null) throw new Error("an intent is for a signed-in customer")
  return customerId
}
