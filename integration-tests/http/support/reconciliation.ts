import type { StoreUnderTest } from "./store-suite"
import { installed } from "./installed"

/** Runs one reconciliation now, as its job would at its next tick. */
export async function reconcile({ container }: StoreUnderTest): Promise<void> {
  await (await installed("payment/workers/poll-payments")).reconcilePayments(container)
  await (await installed("payment/workers/deposit-invoices")).findDepositInvoices(container)
}

/** Makes every planned check due. */
export async function makeDue({ db }: StoreUnderTest): Promise<void> {
  await db.raw("UPDATE onchain_attempt SET next_check_at = now() WHERE next_check_at IS NOT NULL")
}

/** Reads the invoice of a payment's current attempt and acts on it, as a webhook does. */
export async function settle({ container }: Pick<StoreUnderTest, "container">, id: string): Promise<void> {
  const payment = await container.resolve("onchain").payments.find({ id })
  if (!payment) throw new Error(`there is no payment ${id}`)
  await (await installed("payment/settle-payment")).settlePayment(container, payment)
}
