import { createGatewayClient, type AssumptionsInput } from "../../../src/gateway"
import { sendFor } from "./deposits"
import { pay, placeIntent, signUp } from "./intent-purchase"
import { USDC_ON_BASE } from "./purchase"
import type { SandboxProcess } from "./sandbox-process"
import type { StoreUnderTest } from "./store-suite"
import { followUp, followUpNow, forgetReadings, runOutOfTime, searchDeposits } from "./unpaid-orders"

const AT_ONCE = 20

/**
 * Opens and pays invoices at the service that no order of this store is about, without webhooks: other rows
 * in the lists of a business with many sales.
 */
export async function payManyInvoices(sandbox: SandboxProcess, count: number): Promise<void> {
  const { businessId = "", apiKey = "" } = sandbox.credentials
  const gateway = createGatewayClient({ baseUrl: sandbox.url, businessId, apiKey })
  const payOne = async (n: number) => {
    const asset = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
    const invoice = await gateway.createInvoice(
      { ...asset, amount: "1.25" },
      { idempotencyKey: `many_${Date.now()}_${n}` }
    )
    await sandbox.pay(invoice.id)
  }
  for (let first = 0; first < count; first += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, n) => payOne(first + n))
    await Promise.all(some)
  }
  await sandbox.advance(120_000)
}

/** In addition to those of the orders. The total is not round, as in practice. */
const ROWS = 41

/** Bare arrays: no page names a next one. */
export const withoutCursors = (maxPageSize: number): AssumptionsInput => ({
  list: { itemsFields: [""], maxPageSize },
})

/** Two orders with deposits but no webhooks, one with a deposit in review, and one unpaid. */
export async function placeOrders(store: StoreUnderTest) {
  await store.sandbox.setWebhook(null)
  const paid = [await place(store), await place(store)]
  const held = await place(store)
  const unpaid = await place(store)
  for (const { payment } of paid) await pay(store, payment)
  await sendFor(store, held.payment, { amount: "3" })
  await payManyInvoices(store.sandbox, ROWS)
  const all = [...paid, held, unpaid]
  return { paid, held, unpaid, sessionIds: all.map(({ sessionId }) => sessionId) }
}

async function place(store: StoreUnderTest) {
  const { customer } = await signUp(store)
  return placeIntent(customer, USDC_ON_BASE)
}

/** Runs all jobs about unpaid orders, more than once. */
export async function giveUpUnpaid(store: StoreUnderTest, sessionIds: readonly string[]): Promise<void> {
  await forgetReadings(store)
  await runOutOfTime(store, sessionIds)
  await followUp(store)
  for (let round = 0; round < 3; round++) {
    await searchDeposits(store)
    await followUpNow(store, sessionIds)
  }
}

/** The result of the health check, by the identifiers of its findings. */
export const findingsOf = async ({ merchant }: StoreUnderTest) =>
  new Map((await merchant.health()).checks.map(({ id, status, message }) => [id, `${status}: ${message}`]))
