import type { StoreUnderTest } from "./store-suite"
import { installed } from "./installed"

export async function closeOrder({ container }: StoreUnderTest, orderId: string): Promise<void> {
  await (await installed("payment/close-order")).closeOrder(container, orderId)
}

/** Runs the job's work on older refunds. */
export async function findMissedRefunds({ container, db }: StoreUnderTest): Promise<void> {
  await db.raw("UPDATE refund SET created_at = now() - interval '1 hour'")
  await db.raw("DELETE FROM onchain_status WHERE id = 'refunds'")
  await (await installed("refund/workers/find-missed-refunds")).findMissedRefunds(container)
}

/** Runs the job's work on refunds that were recorded a while ago. */
export async function withdrawUndoneRefunds({ container, db }: StoreUnderTest): Promise<void> {
  await db.raw("UPDATE onchain_refund SET created_at = now() - interval '1 hour'")
  await db.raw("DELETE FROM onchain_status WHERE id = 'refunds'")
  await (await installed("refund/workers/find-missed-refunds")).findMissedRefunds(container)
}

/** Records refunds as usual, and loses the answer a number of times. */
export function loseAnswers({ container }: StoreUnderTest, times: number): jest.SpyInstance {
  const ledger = container.resolve("onchain").refunds
  const owe = ledger.oweOrderRefund.bind(ledger)
  let lost = 0
  return jest.spyOn(ledger, "oweOrderRefund").mockImplementation(async (payment, refund) => {
    const isNew = await owe(payment, refund)
    if (lost++ < times) throw new Error("the connection broke")
    return isNew
  })
}
