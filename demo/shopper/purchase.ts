import { z } from "zod"
import { waitUntil } from "../../scripts/process/wait-until"
import type { Demo } from "../environment"
import type { Say } from "../progress"
import type { AdminLogin } from "../store/seed"
import { type OpenedPayment, type PaymentOption, createCheckout } from "./checkout"
import { type JsonApi, createJsonApi } from "./json-api"
import { type OrderPayment, watchOrders } from "./order-watch"
import { createSandboxControl } from "./sandbox-control"

const preferredRail = "evm:base-mainnet:USDC"
const settlingEvent = "invoice.paid"
const paymentTimeoutMs = 60_000

const Payment = z.object({
  payment: z.looseObject({
    status: z.string(),
    deposit_address: z.string().nullable(),
    memo: z.string().nullable(),
    confirmations: z.number().nullable(),
    confirmations_required: z.number().nullable(),
  }),
})
type Payment = z.infer<typeof Payment>["payment"]

/** The last line of `npm run demo -- --once`. */
export interface PurchaseResult {
  order_id: string
  payment_status: string
  placed_unpaid: true
  webhook_to_captured_ms: number
  gateway_calls: number
}

/** What a purchase needs of a running shop. */
export type Market = Pick<Demo, "storeUrl" | "seed"> & {
  admin: AdminLogin
  sandbox: Pick<Demo["sandbox"], "origin">
}

/**
 * Shops like a customer with a storefront and a wallet: cart, order placed unpaid, payment, captured order.
 *
 * @param say receives one line per step
 * @throws Error at the first step that fails
 */
export async function purchase(demo: Market, say: Say): Promise<PurchaseResult> {
  const store = createJsonApi(demo.storeUrl, { "x-publishable-api-key": demo.seed.publishableKey })
  const checkout = createCheckout(store, demo.seed)
  const sandbox = createSandboxControl(demo.sandbox.origin)
  const readOrder = await watchOrders(demo.storeUrl, demo.admin)
  const callsBefore = await sandbox.requestCount()

  const cart = await checkout.openCart()
  say(`cart: ${cart.total} ${cart.currency_code.toUpperCase()} (${cart.id})`)
  const option = chooseRail(await checkout.paymentOptions(cart.id))
  const opened = await checkout.openPayment(cart.id, option.id)
  say(`session: ${option.amount} ${option.label} (${opened.sessionId})`)
  const payment = await waitUntil("a deposit address", () => readyPayment(store, opened))
  const invoiceId = await sandbox.findInvoice(payment.deposit_address, payment.memo)
  say(`invoice: pay to ${payment.deposit_address} (${invoiceId})`)

  const orderId = await checkout.complete(cart.id)
  const placed = await readOrder(orderId)
  if (!isUnpaid(placed)) throw new Error(`The order was ${placed.status} before it was paid`)
  say(`order placed unpaid: payment status "${placed.status}" (${orderId})`)

  const txHash = await sandbox.pay(invoiceId)
  say(`payment sent by the shopper's wallet: ${txHash}`)
  const captured = await followPayment({ store, opened, say, readOrder: () => readOrder(orderId) })
  const acknowledgedAt = await waitUntil("the webhook", () =>
    sandbox.acknowledgedAt(invoiceId, settlingEvent)
  )
  const capturedAt = Math.min(...captured.capturedAt)
  // The worker may finish before the sandbox has read the answer to its webhook.
  const delayMs = Math.max(0, capturedAt - acknowledgedAt)
  say(`webhook ${settlingEvent} acknowledged, order captured ${delayMs} ms later`)

  return {
    order_id: orderId,
    payment_status: captured.status,
    placed_unpaid: true,
    webhook_to_captured_ms: delayMs,
    gateway_calls: (await sandbox.requestCount()) - callsBefore,
  }
}

function chooseRail(options: PaymentOption[]): PaymentOption {
  const option = options.find(({ id }) => id === preferredRail) ?? options[0]
  if (!option) throw new Error("The store offers no crypto payment")
  return option
}

function isUnpaid({ status, capturedAt }: OrderPayment): boolean {
  return capturedAt.length === 0 && !/captured|authorized|refunded/.test(status)
}

async function readPayment(store: JsonApi, { sessionId, token }: OpenedPayment): Promise<Payment> {
  const headers = { "x-onchain-page-token": token }
  return Payment.parse(await store.get(`/store/onchain/payments/${sessionId}`, headers)).payment
}

export async function readyPayment(store: JsonApi, opened: OpenedPayment) {
  const payment = await readPayment(store, opened)
  const { deposit_address: address } = payment
  return address === null ? null : { ...payment, deposit_address: address }
}

/** Prints what the payer's page would show, until the order is captured. */
async function followPayment(watched: {
  store: JsonApi
  opened: OpenedPayment
  say: Say
  readOrder: () => Promise<OrderPayment>
}): Promise<OrderPayment> {
  let shown = ""
  return waitUntil(
    "the order to be captured",
    async () => {
      const order = await watched.readOrder()
      const payment = await readPayment(watched.store, watched.opened)
      const { status, confirmations, confirmations_required: required } = payment
      const line = required === null ? status : `${status}, confirmations ${confirmations ?? 0}/${required}`
      if (line !== shown) watched.say(`the payment page shows: ${line}`)
      shown = line
      return order.capturedAt.length > 0 ? order : null
    },
    { timeoutMs: paymentTimeoutMs }
  )
}
