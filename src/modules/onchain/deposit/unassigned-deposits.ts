import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isSettledStatus } from "../../../domain/payment/payment-lifecycle"
import type { Invoice } from "../../../gateway/contract"
import { inScope, type Scope } from "../work/scope"

/** Prefix of `last_error`; the health check counts it. */
const PREFIX = "ledger_only: "

/**
 * Detects that the business assigns no deposits to orders, whatever the options say.
 *
 * In mode `ledger_only` the provider creates deposit invoices without an assignment, so our intents wait
 * forever.
 *
 * @see service-interface "Auto Deposit Intent", rule 4
 */
export class UnassignedDeposits {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  /**
   * Marks payments that wait at the address of a paid, unassigned invoice. @returns whether there
   * are any
   */
  async note(invoice: Invoice): Promise<boolean> {
    if (!isSettledStatus(invoice.status) || invoice.depositAddress === undefined) return false
    const reason =
      `${PREFIX}deposit invoice ${invoice.id} is paid and assigned to nothing; ` +
      `set the assignment mode intent_required in the provider's dashboard, or the option collection "invoice"`
    const { rows } = await this.knex.raw(
      `UPDATE onchain_attempt SET last_error = :reason, updated_at = now()
       WHERE kind = 'auto_deposit' AND state = 'awaiting' AND deleted_at IS NULL
         AND environment = :environment AND business_id = :businessId
         AND network_id = :networkId AND token = :token AND chain = :chain
         AND lower(deposit_address) = lower(:address) AND (memo IS NULL OR memo = :memo)
       RETURNING id`,
      {
        reason,
        ...this.scope,
        chain: invoice.chain,
        networkId: invoice.networkId,
        token: invoice.token,
        address: invoice.depositAddress,
        memo: invoice.memoId ?? invoice.memo?.value ?? null,
      }
    )
    return rows.length > 0
  }

  /**
   * Payments that will never be paid this way. A later deposit of the customer in review rules it out: its invoice was
   * just reported without the review.
   */
  async count(): Promise<number> {
    const own = inScope(this.scope, "payment")
    const { rows } = await this.knex.raw(
      `SELECT count(*)::int AS count FROM onchain_attempt AS payment
       WHERE kind = 'auto_deposit' AND state = 'awaiting' AND last_error LIKE ? AND deleted_at IS NULL AND ${own.sql}
         AND NOT EXISTS (
           SELECT 1 FROM onchain_deposit AS deposit
           WHERE deposit.customer_id = payment.customer_id AND deposit.observed_at >= payment.created_at
             AND deposit.chain = payment.chain AND deposit.network_id = payment.network_id
             AND deposit.environment = payment.environment AND deposit.business_id = payment.business_id)`,
      [`${PREFIX}%`, ...own.bindings]
    )
    return rows[0].count
  }
}
