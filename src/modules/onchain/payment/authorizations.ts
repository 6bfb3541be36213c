import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import {
  AUTHORIZATION_STATES,
  type AuthorizationState,
  isLive,
  type TransferAuthorization,
} from "../../../domain/payment/transfer-authorization"
import { isCurrent, lockPayments, type PaymentRow, selectAttempts } from "./payment-row"

const text = z.string()
const stored = z.object({
  state: z.enum(AUTHORIZATION_STATES),
  ...{ nonce: text, valid_after: text, valid_before: text },
  ...{
    payer: text.nullable(),
    signature: text.nullable(),
    tx_hash: text.nullable(),
    reason: text.nullable(),
  },
})

/** Null while nothing was prepared. */
export function authorizationOf({
  transfer_authorization,
}: Pick<PaymentRow, "transfer_authorization">): TransferAuthorization | null {
  return transfer_authorization === null ? null : stored.parse(transfer_authorization)
}

/** The transfers that payers sign, one for each attempt. */
export class Authorizations {
  constructor(private readonly knex: Knex) {}

  /** The attempt of a payment whose signed transfer can still move money. */
  async findLive(paymentId: string, nowMs: number): Promise<PaymentRow | undefined> {
    const rows = await this.attemptsOf(this.knex, paymentId)
    return rows.find((row) => isLiveIn(row, nowMs))
  }

  /** Whether a signed transfer may pay, on whichever attempt, or may just have: one that was declined seldom does. */
  async mayPay(paymentId: string, nowMs: number): Promise<boolean> {
    const live = await this.findLive(paymentId, nowMs)
    return live !== undefined && authorizationOf(live)?.state !== "declined"
  }

  /** The attempt that a transfer was signed for, whatever became of it. */
  async findSigned(paymentId: string, nonce: string): Promise<PaymentRow | undefined> {
    const rows = await this.attemptsOf(this.knex, paymentId)
    return rows.find((row) => isSigned(row, nonce))
  }

  /**
   * Stores a transfer before it is shown to be signed, and again, signed, before a facilitator receives it.
   *
   * @returns the attempt with what is stored: another transfer that can still move money keeps its place, and so does a prepared
   * one with the same end; undefined when the attempt no longer awaits its payment, or another replaced it
   */
  put(payment: PaymentRow, next: TransferAuthorization, nowMs: number): Promise<PaymentRow | undefined> {
    return this.knex.transaction(async (knex) => {
      await lockPayments(knex, [payment.id])
      const rows = await this.attemptsOf(knex, payment.id)
      const held = rows.find((row) => isSigned(row, next.nonce)) ?? rows.find((row) => isLiveIn(row, nowMs))
      if (held) return held
      const row = rows.find(({ attempt_id }) => attempt_id === payment.attempt_id)
      // It would not be sent, and would block the attempt that replaced it.
      if (!row || !isCurrent(row)) return undefined
      const now = authorizationOf(row)
      const isPrepared = now?.state === "prepared" && now.valid_before === next.valid_before
      if (isPrepared && next.state === "prepared") return row
      const { rows: changed } = await knex.raw(
        `UPDATE onchain_attempt SET transfer_authorization = ?, updated_at = now() WHERE id = ? AND state = 'awaiting' RETURNING id`,
        [JSON.stringify(next), payment.attempt_id]
      )
      return changed.length > 0 ? { ...row, transfer_authorization: next } : undefined
    })
  }

  /** Only from these states, so that an answer that comes late takes nothing back. */
  async move(
    attemptId: string,
    from: readonly AuthorizationState[],
    change: Partial<TransferAuthorization>
  ): Promise<void> {
    await this.knex.raw(
      `UPDATE onchain_attempt SET transfer_authorization = transfer_authorization || ?::jsonb, updated_at = now()
       WHERE id = ? AND transfer_authorization->>'state' = ANY(?::text[])`,
      [JSON.stringify(change), attemptId, [...from]]
    )
  }

  private attemptsOf(knex: Knex, paymentId: string): Promise<PaymentRow[]> {
    return selectAttempts(knex).where({ id: paymentId })
  }
}

function isLiveIn(row: PaymentRow, nowMs: number): boolean {
  const authorization = authorizationOf(row)
  return authorization !== null && isLive(authorization, nowMs)
}

function isSigned(row: PaymentRow, nonce: string): boolean {
  const authorization = authorizationOf(row)
  return authorization?.nonce === nonce && authorization.state !== "prepared"
}
