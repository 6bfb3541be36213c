import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { decideEarlierMoney, type EarlierAttemptDecision } from "../../../domain/payment/attempt"
import { FIRST_CHECK_MS, OPENING_CHECK_MS } from "../../../domain/payment/check-schedule"
import { isPaidInPart } from "../../../domain/payment/received-amount"
import type { UnallocatedReason } from "../../../domain/payment/settlement"
import { attemptRefundId } from "../../../domain/refund/refund-amount"
import { REFUND, type RefundRow } from "../refund/refund-ledger"
import { changeWithNote } from "../work/audit-log"
import { addToOutbox } from "../work/outbox"
import { type Scope, scopeColumns } from "../work/claim"
import { partialEvent, type PaymentMoney, readKnownMoney, unallocatedEvent } from "./invoice-readings"
import {
  isCurrent,
  lockPayment,
  lockPayments,
  selectAnyPayments,
  selectAttempts,
  type AnyPayment,
  type PaymentRow,
  type UnchosenPayment,
} from "./payment-row"
import { storeStatus } from "./payment-status"
import { insertAttemptRow, type Columns } from "./payment-writes"

type NewSession = Pick<
  UnchosenPayment,
  "id" | "session_id" | "customer_id" | "collection_id" | "fiat_amount" | "currency_code"
>

/** Money is confirming or settled: another attempt would hide it from the capture. */
const HAS_MONEY: readonly AnyPayment["state"][] = ["confirming", "settled", "captured", "unallocated"]

/**
 * Stores a payment's attempts and decides which one the payer sees.
 *
 * Earlier attempts stay watched: the first to settle is captured, and money received by any other is a refund due.
 */
export class AttemptStore {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  /** Stores the payment of a session whose payer chooses later. The order follow-ups look for its order. */
  async insertUnchosen(payment: NewSession): Promise<void> {
    await this.knex.transaction(async (trx) => {
      await trx("onchain_payment")
        .insert({ ...payment, order_check_at: trx.raw("now() + interval '1 minute'") })
        .onConflict()
        .ignore()
      await storeStatus(trx, [payment.id])
    })
  }

  /** Counts a payment's attempts. */
  async count(paymentId: string): Promise<number> {
    const [row] = await this.knex("onchain_attempt").where({ payment_id: paymentId }).count({ count: "*" })
    return Number(row?.count)
  }

  /** The rail the session's customer chose last, for this or an earlier payment; null for a guest. */
  async lastRail(sessionId: string): Promise<string | null> {
    const { rows } = await this.knex.raw(
      `SELECT rail_id FROM onchain_attempt WHERE deleted_at IS NULL AND customer_id =
         (SELECT customer_id FROM onchain_payment WHERE deleted_at IS NULL AND session_id = ?)
       ORDER BY created_at DESC LIMIT 1`,
      [sessionId]
    )
    return rows[0]?.rail_id ?? null
  }

  /** What money of a payment is known to be at the service. */
  async knownMoney(paymentId: string): Promise<PaymentMoney> {
    const [money] = await readKnownMoney(this.knex, [paymentId])
    if (!money) throw new Error(`there is no payment ${paymentId}`)
    return money
  }

  /**
   * Stores a further attempt with its key and quote, and makes it the current one.
   *
   * @param from the attempt the payer saw, or null
   * @returns undefined when the payment now shows another attempt, or its money is confirming or settled
   */
  add(
    payment: { id: string },
    from: string | null,
    attempt: Columns & { attempt_id: string }
  ): Promise<PaymentRow | undefined> {
    return this.knex.transaction(async (trx) => {
      await lockPayments(trx, [payment.id])
      const now = await selectAnyPayments(trx, "current").where({ id: payment.id }).first()
      if (!now || now.attempt_id !== from || HAS_MONEY.includes(now.state)) return undefined
      const { attempt_id } = attempt
      const next_check_at = trx.raw("now() + ? * interval '1 millisecond'", [OPENING_CHECK_MS])
      await insertAttemptRow(trx, {
        next_check_at,
        ...scopeColumns(this.scope),
        ...attempt,
        payment_id: payment.id,
      })
      await this.show(trx, payment.id, attempt_id)
      return selectAttempts(trx).where({ attempt_id }).first()
    })
  }

  /** Makes the earlier attempt current again when the new one could not be opened. */
  async showAgain(failed: PaymentRow, earlierId: string): Promise<void> {
    await this.knex.transaction(async (trx) => {
      await trx.raw(
        `UPDATE onchain_payment SET current_attempt_id = ?, updated_at = now()
         WHERE id = ? AND current_attempt_id = ? AND state = 'open'`,
        [earlierId, failed.id, failed.attempt_id]
      )
      await storeStatus(trx, [failed.id])
    })
  }

  /**
   * Decides what happens to the money of an earlier attempt, and stores it: the payment continues with the attempt, or the caller
   * records its refund.
   *
   * @param trouble reason to hold its settled money for review in the same write, so nothing captures it in between
   * @returns the decision and the updated attempt
   */
  followEarlier(
    attemptId: string,
    trouble: UnallocatedReason | null
  ): Promise<{ decision: EarlierAttemptDecision; attempt: PaymentRow }> {
    return this.knex.transaction(async (trx) => {
      const seen = await mustFind(trx, attemptId)
      const current = await lockPayment(trx, seen.id)
      const attempt = await mustFind(trx, attemptId)
      if (!current || isCurrent(attempt)) return { decision: "take_over", attempt }
      const refunds = await listRefunds(trx, attemptId)
      const { decision, isWithdrawing } = decideEarlierMoney(attempt, current, refunds, trouble)
      if (isWithdrawing) for (const refund of refunds) await withdraw(trx, refund)
      if (isWithdrawing) await storeStatus(trx, [attempt.id])
      if (decision !== "take_over") return { decision, attempt }
      await this.takeOver(trx, attempt, trouble)
      if (trouble) await addToOutbox(trx, [unallocatedEvent(attempt, trouble)])
      if (isPaidInPart(attempt))
        await addToOutbox(trx, [partialEvent(attempt, attempt.received_amount ?? "0")])
      return { decision, attempt: await mustFind(trx, attemptId) }
    })
  }

  private async takeOver(
    trx: Knex,
    { id, attempt_id, state }: PaymentRow,
    trouble: UnallocatedReason | null
  ): Promise<void> {
    await trx("onchain_payment")
      .where({ id })
      .update({
        ...{ state: trouble ? "held" : "open", unallocated_reason: trouble, part_hold_until: null },
        settled_at: state === "settled" ? trx.fn.now() : null,
      })
    await trx("onchain_attempt")
      .where({ id: attempt_id })
      .update({ next_check_at: trx.raw("now() + ? * interval '1 millisecond'", [FIRST_CHECK_MS]) })
    await this.show(trx, id, attempt_id)
  }

  private async show(trx: Knex, id: string, attemptId: string): Promise<void> {
    await trx("onchain_payment")
      .where({ id })
      .update({ current_attempt_id: attemptId, updated_at: trx.fn.now() })
    await storeStatus(trx, [id])
  }
}

async function mustFind(trx: Knex, attempt_id: string): Promise<PaymentRow> {
  const row = await selectAttempts(trx).where({ attempt_id }).first()
  if (!row) throw new Error(`attempt ${attempt_id} is gone; attempts are never deleted`)
  return row
}

/** Refunds of the attempt's own invoice. The refund of a further deposit to its intent stays due. */
function listRefunds(trx: Knex, attempt_id: string): Promise<RefundRow[]> {
  return trx<RefundRow>("onchain_refund")
    .where({ attempt_id })
    .whereRaw("starts_with(id, ?)", [attemptRefundId(attempt_id)])
    .whereNull("deleted_at")
    .select("*")
    .forUpdate()
}

/** Withdraws refunds, because the money pays the order after all or was reverted. */
async function withdraw(trx: Knex.Transaction | Knex, { id, attempt_id }: RefundRow): Promise<void> {
  const sql = `UPDATE onchain_refund SET deleted_at = now(), updated_at = now()
    WHERE id = ? AND attempt_id = ? AND state = 'due' RETURNING *`
  const note = { action: "refund.withdrawn", actorId: null, before: { state: "due" }, after: null }
  await changeWithNote(trx, REFUND, { sql, bindings: [id, attempt_id] }, note)
}
