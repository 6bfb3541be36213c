import { PAYMENTS } from "../../src/modules/onchain/payment/payment-row"
import { setTimeout as delay } from "node:timers/promises"
import { z } from "zod"
import type { ChaosEnvironment } from "../environment/environment"
import { unpaidTimeoutMs } from "../environment/plugin-options"
import { fates } from "../plan/fate"
import type { PlannedOrder } from "../plan/plan"
import { createRandom } from "../plan/random"
import { openAccount } from "./account"
import { createCheckout } from "./checkout"
import { createControls } from "./controls"
import { createHalfWritten } from "./half-written"
import type { Merchant } from "./merchant"
import { createOrderWatch } from "./order-watch"
import { createOnceApi, createPatientApi, HalfWrittenError, type Patience } from "./patient-api"
import { readRails } from "./rails"
import { payBySignature } from "./signer"
import { stories } from "./stories"
import type { Visit, VisitRecord } from "./visit"
import { createWallet } from "./wallet"

/** How long a shopper retries. A killed process is back long before. */
const patienceMs = 240_000
/** How long a shopper waits for a payment page before choosing again. */
const briefPatienceMs = 20_000
/** Cancelling takes a round of the store's jobs, possibly after a kill. */
const cancellationSlackMs = 600_000
const Row = z.object({ gateway_invoice_id: z.string() })

export interface Shop {
  /** One shopper up to the placed order; the rest runs in the background. */
  visit(planned: PlannedOrder): Promise<VisitRecord>
  /** Resolves when every shopper is done and all money has arrived. */
  empty(): Promise<void>
  readonly patience: Patience
}

export async function openShop(
  environment: ChaosEnvironment,
  options: { seed: string; merchant: Merchant }
): Promise<Shop> {
  const { storeUrl, seed, database, sandbox } = environment
  const { publishableKey } = seed
  const controls = createControls(sandbox.origin)
  const patience: Patience = { retries: 0, startedOver: [] }
  const wallet = createWallet(controls)
  const watch = createOrderWatch(database)
  const halfWritten = createHalfWritten(database)
  const background: Promise<void>[] = []
  const apiFor = (headers: Record<string, string>, forMs = patienceMs) => {
    const all = { "x-publishable-api-key": publishableKey, ...headers }
    return createPatientApi({ origin: storeUrl, headers: all, patienceMs: forMs, patience })
  }
  const checkoutWith = (headers: Record<string, string>) => {
    const [store, brief] = [apiFor(headers), apiFor(headers, briefPatienceMs)]
    const once = createOnceApi(storeUrl, { "x-publishable-api-key": publishableKey, ...headers })
    return createCheckout({ store, brief, once, halfWritten, seed, patienceMs, patience })
  }
  const anyone = createOnceApi(storeUrl, {})
  const guest = checkoutWith({})
  const rails = await readRails(apiFor({}), await guest.openCart("first@example.com"))

  async function signIn(address: string) {
    const options = { origin: storeUrl, publishableKey, email: address, patienceMs, patience, halfWritten }
    const { token, email } = await openAccount(options)
    return { checkout: checkoutWith({ authorization: `Bearer ${token}` }), email }
  }

  async function enter(planned: PlannedOrder, record: VisitRecord): Promise<Visit> {
    const random = createRandom(`${options.seed}/visit/${planned.index}`)
    const address = `payer-${planned.index}@example.com`
    const { payer, pieces } = fates[planned.fate]
    const isGuest = payer === "guest"
    const { checkout, email } = isGuest ? { checkout: guest, email: address } : await signIn(address)
    const choose = async (cartId: string) => {
      const bill = await checkout.choose(cartId, rails.idOf(planned.rail))
      record.sessionIds.push(bill.sessionId)
      return bill
    }
    const inNewCart = async <T>(
      open: (cartId: string) => Promise<T>
    ): Promise<{ cartId: string; opened: T }> => {
      for (;;) {
        const cartId = await checkout.openCart(email, pieces)
        record.cartIds.push(cartId)
        try {
          return { cartId, opened: await open(cartId) }
        } catch (error) {
          if (!(error instanceof HalfWrittenError)) throw error
        }
      }
    }
    return {
      ...{ planned, random, rails },
      async openPayment() {
        const { cartId, opened } = await inNewCart(choose)
        return { cartId, bill: opened }
      },
      async orderUnchosen() {
        const { cartId, opened: session } = await inNewCart((id) => checkout.begin(id))
        record.sessionIds.push(session.sessionId)
        const orderId = await checkout.placeOrder(cartId)
        record.orderIds[cartId] = orderId
        return { cartId, orderId, session }
      },
      attempt: (session, rail) => checkout.attempt(session, rails.idOf(rail)),
      untilEnded: (sessionId) => watch.untilEnded(sessionId, unpaidTimeoutMs + cancellationSlackMs),
      addPiece: (cartId) => checkout.addPiece(cartId),
      chooseAgain: choose,
      async placeOrder(cartId) {
        const orderId = await checkout.placeOrder(cartId)
        record.orderIds[cartId] = orderId
        return orderId
      },
      async sign(session) {
        const shopper = { once: anyone, controls, random, patienceMs, patience }
        record.transfers.push(...(await payBySignature(session, shopper)))
      },
      send: (bill, change) => void record.transfers.push(wallet.send(bill, change)),
      cancel: (orderId) => options.merchant.cancelOrder(orderId),
      untilCancelled: (orderId) => watch.untilCancelled(orderId, unpaidTimeoutMs + cancellationSlackMs),
      async expire({ sessionId }) {
        const query = `SELECT gateway_invoice_id FROM ${PAYMENTS} AS payment WHERE session_id = $1`
        const { rows } = await database.query(query, [sessionId])
        await controls.tell("/expire", { invoiceId: Row.parse(rows[0]).gateway_invoice_id })
      },
      pause: (minMs, maxMs) => delay(random.between(minMs, maxMs)),
      later: (rest) => void background.push(rest().catch((error: unknown) => note(record, error))),
    }
  }

  return {
    patience,
    async visit(planned) {
      const { index, fate } = planned
      const started = { index, fate, cartIds: [], orderIds: {}, sessionIds: [], transfers: [] }
      const record: VisitRecord = { ...started, problem: null }
      try {
        await stories[fate](await enter(planned, record))
      } catch (error) {
        note(record, error)
      }
      return record
    },
    async empty() {
      await Promise.all(background)
      await wallet.arrived()
    },
  }
}

function note(record: VisitRecord, error: unknown): void {
  record.problem ??= error instanceof Error ? error.message : String(error)
}
