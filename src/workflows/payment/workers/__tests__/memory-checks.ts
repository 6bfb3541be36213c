import type { PaymentChecks } from "../../../../modules/onchain/payment/payment-checks"
import type { PaymentRow } from "../../../../modules/onchain/payment/payment-row"
import { samplePayment } from "../../../../modules/onchain/payment/__tests__/sample-payment"

/** Due payments in memory, for what is not about the database. */
export class MemoryChecks implements Pick<PaymentChecks, "claim" | "putBack" | "countDue"> {
  readonly due: PaymentRow[]
  readonly claimed: string[] = []
  readonly batches: number[] = []

  constructor(count: number) {
    this.due = Array.from({ length: count }, (_, n) => samplePayment({ id: `p${n}` }))
  }

  claim(limit: number): Promise<PaymentRow[]> {
    const batch = this.due.splice(0, limit)
    this.batches.push(batch.length)
    this.claimed.push(...batch.map(({ id }) => id))
    return Promise.resolve(batch)
  }

  putBack(payments: readonly PaymentRow[]): Promise<void> {
    this.due.push(...payments)
    return Promise.resolve()
  }

  countDue(): Promise<number> {
    return Promise.resolve(this.due.length)
  }
}
