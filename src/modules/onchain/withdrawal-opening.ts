import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { changeWithNote } from "./audit-log"
import { WITHDRAWAL, type WithdrawalRow } from "./withdrawal-row"

const COLUMNS = [
  "kind",
  "refund_id",
  "payment_id",
  "destination_id",
  "destination_address",
  "destination_memo",
  "chain",
  "network_id",
  "token",
  "canonical_asset_id",
  "decimals",
  "amount",
  "note",
  "request_key",
  "requested_by",
  "requested_by_type",
  "requested_by_owner",
] as const

/** Of the payout of a refund: the share of its payment that it stands for, and the rate. Null where there is none. */
const TERMS = ["share_amount", "rate_basis", "rate", "rate_source", "rate_at"] as const
const ALL = [...COLUMNS, ...TERMS]

/** A payout that somebody asks for. `amount` is a decimal in token units, `destination_memo` is empty for none. */
export type NewWithdrawal = Pick<WithdrawalRow, (typeof COLUMNS)[number]> &
  Partial<Pick<WithdrawalRow, (typeof TERMS)[number]>>

/**
 * Stores a payout that was asked for, with its audit entry. Nothing is quoted or sent.
 *
 * @returns undefined when this requester has made the request before, or a payout of the refund is there that is not over
 */
export function insertWithdrawal(knex: Knex, row: NewWithdrawal): Promise<WithdrawalRow | undefined> {
  return changeWithNote<WithdrawalRow>(
    knex,
    WITHDRAWAL,
    {
      sql: `INSERT INTO onchain_withdrawal (id, state_at, ${ALL.join(", ")})
        VALUES (?, now(), ${ALL.map(() => "?").join(", ")})
        ON CONFLICT DO NOTHING RETURNING *`,
      bindings: [generateEntityId(undefined, "ocwd"), ...ALL.map((column) => row[column] ?? null)],
    },
    {
      action: "withdrawal.requested",
      actorId: row.requested_by,
      before: null,
      after: {
        state: "requested",
        destination_id: row.destination_id,
        ...(row.refund_id ? { refund_id: row.refund_id } : {}),
      },
    }
  )
}
