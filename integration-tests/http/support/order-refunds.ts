import type { StoreUnderTest } from "./store-suite"
import { installed } from "./installed"

export async function closeOrder({ container }: StoreUnderTest, orderId: string): Promise<void> {
  await (await installed("payment/close-order")).closeOrder(container, orderId)
}

/** Runs the job's work on refunds that were made or recorded a while ago. */
export async function findMissedRefunds({ container, db }: StoreUnderTest): Promise<void> {
  for (const table of ["refund", "onchain_refund"])
    await db(table).update({ created_at: db.raw("now() - interval '1 hour'") })
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
