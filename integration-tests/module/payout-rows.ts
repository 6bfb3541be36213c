import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { insertWithdrawal, type NewWithdrawal } from "../../src/modules/onchain/payout/withdrawal-store"
import type { WithdrawalRow } from "../../src/modules/onchain/payout/withdrawal-change"
import { scope } from "./scope"

/** A payout of the treasury that a user requests. */
export const newWithdrawal = (change: Partial<NewWithdrawal> = {}): NewWithdrawal => ({
  kind: "treasury",
  refund_id: null,
  payment_id: null,
  destination_id: "ocdst_1",
  destination_address: "0x52908400098527886E0F7030069857D2E4169EE7",
  destination_memo: "",
  chain: "evm",
  network_id: "base-mainnet",
  token: "USDC",
  canonical_asset_id: null,
  decimals: 6,
  amount: "10",
  note: null,
  request_key: "request_1",
  requested_by: "user_1",
  requested_by_type: "user",
  requested_by_owner: null,
  ...change,
})

/** Stores a requested payout, then sets the state that a test needs. */
export async function withdrawalIn(
  knex: Knex,
  columns: Partial<WithdrawalRow> = {},
  change: Partial<NewWithdrawal> = {}
): Promise<WithdrawalRow> {
  const row = await insertWithdrawal(knex, scope, newWithdrawal(change))
  if (!row) throw new Error("there is such a withdrawal")
  if (Object.keys(columns).length === 0) return row
  const [moved] = await knex<WithdrawalRow>("onchain_withdrawal")
    .where({ id: row.id })
    .update(columns)
    .returning("*")
  if (!moved) throw new Error(`there is no withdrawal ${row.id}`)
  return moved
}
