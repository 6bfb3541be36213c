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

/** Lets time pass for the store and the service alike: stored times move back instead of the store's clock. */
export async function letTimePass(store: StoreUnderTest, ms: number): Promise<void> {
  await letTimePassHere(store, ms)
  await store.sandbox.advance(ms)
}

/** Lets time pass for the store alone, as if the chains stood still. */
export async function letTimePassHere({ db }: StoreUnderTest, ms: number): Promise<void> {
  const times = {
    onchain_payment: ["created_at", "settled_at", "captured_at"],
    onchain_attempt: ["created_at", "next_check_at", "expires_at", "confirming_at"],
  }
  for (const [table, columns] of Object.entries(times)) {
    const set = columns.map((name) => `${name} = ${name} - ${ms} * interval '1 millisecond'`).join(", ")
    await db.raw(`UPDATE ${table} SET ${set}`)
  }
  await db.raw(`UPDATE onchain_sync_run SET started_at = started_at - ${ms} * interval '1 millisecond'`)
}

/** Time until the next planned check, in milliseconds; null when none is planned. */
export async function untilNextCheck({ db }: StoreUnderTest): Promise<number | null> {
  const { rows } = await db.raw(
    "SELECT (extract(epoch FROM min(next_check_at) - now()) * 1000)::float AS ms FROM onchain_attempt"
  )
  return rows[0].ms
}
