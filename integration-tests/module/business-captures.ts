import { formatAmount, parseAmount } from "../../src/gateway/amount"
import type { PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import type { CaptureFact } from "../../src/modules/onchain/finance/report-entries"

const DECIMALS = 8

/** Medusa's captures of a day, and the expected totals of a report, added up in parallel. */
export class DayCaptures {
  readonly facts: CaptureFact[] = []
  private readonly sums = new Map<string, { count: number; tokens: bigint; money: bigint }>()

  /** @param tokens what the payment received; "0" for a further capture of the same payment */
  add(id: string, payment: PaymentRow, tokens: string, at: Date): void {
    const isApplied = payment.applied_session_id !== null
    const amount = isApplied ? (payment.applied_amount ?? "0") : payment.fiat_amount
    const sessionId = payment.applied_session_id ?? payment.session_id
    this.facts.push({ id, sessionId, amount, currencyCode: payment.currency_code, at })
    const { count, tokens: all, money } = this.sumOf(payment.network_id)
    this.sums.set(payment.network_id, {
      count: count + 1,
      tokens: all + parseAmount(tokens, DECIMALS),
      money: money + parseAmount(amount, DECIMALS),
    })
  }

  of(networkId: string): { count: number; tokens: string; money: string } {
    const { count, tokens, money } = this.sumOf(networkId)
    return { count, tokens: formatAmount(tokens, DECIMALS), money: formatAmount(money, DECIMALS) }
  }

  private sumOf(networkId: string) {
    return this.sums.get(networkId) ?? { count: 0, tokens: 0n, money: 0n }
  }
}
