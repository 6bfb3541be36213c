import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { formatAmount, parseAmount } from "../../gateway/amount"
import type { PaymentRow } from "./payment-row"

/**
 * Records money that is owed back. Nothing here moves funds: an admin pays a due refund out later.
 */
export class RefundLedger {
  constructor(private readonly knex: Knex) {}

  /**
   * @param refund.id Medusa's refund id; the same id is recorded once
   * @param refund.fiatAmount decimal text in major units
   */
  async oweOrderRefund(payment: PaymentRow, refund: { id: string; fiatAmount: string }): Promise<void> {
    await this.insert(payment, {
      id: refund.id,
      kind: "order",
      fiat_amount: refund.fiatAmount,
      token_amount: null,
    })
  }

  /** Records what arrived beyond the expected amount, if anything did. @returns decimal in token units, or null */
  async oweSurplus(payment: PaymentRow): Promise<string | null> {
    if (payment.received_amount === null) return null
    const received = parseAmount(payment.received_amount, payment.decimals)
    const expected = parseAmount(payment.expected_amount, payment.decimals)
    if (received <= expected) return null
    const surplus = formatAmount(received - expected, payment.decimals)
    await this.insert(payment, {
      id: `surplus_${payment.id}`,
      kind: "surplus",
      fiat_amount: null,
      token_amount: surplus,
    })
    return surplus
  }

  private async insert(
    payment: PaymentRow,
    refund: { id: string; kind: "order" | "surplus"; fiat_amount: string | null; token_amount: string | null }
  ): Promise<void> {
    await this.knex("onchain_refund")
      .insert({
        ...refund,
        state: "due",
        payment_id: payment.id,
        session_id: payment.session_id,
        currency_code: payment.currency_code,
        chain: payment.chain,
        network_id: payment.network_id,
        token: payment.token,
        canonical_asset_id: payment.canonical_asset_id,
      })
      .onConflict()
      .ignore()
  }
}
