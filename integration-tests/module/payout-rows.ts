import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { insertWithdrawal, type NewWithdrawal } from "../../src/modules/onchain/payout/withdrawal-store"
import type { WithdrawalRow } from "../../src/modules/onchain/payout/withdrawal-change"
import type { NewDestination } from "../../src/modules/onchain/payout/destinations"
import { EVM_ADDRESS } from "./payment-rows"
import { scope } from "./scope"

/** A payout of the treasury that a user requests. */
export const newWithdrawal = (change: Partial<NewWithdrawal> = {}): NewWithdrawal => ({
  kind: "treasury",
  refund_id: null,
  payment_id: null,
  destination_id: "ocdst_1",
  destination_address: EVM_ADDRESS,
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

/** An address of the treasury that a user adds. */
export const newDestination = (change: Partial<NewDestination> = {}): NewDestination => ({
  ...{ label: "Cold wallet", purpose: "treasury", customer_id: null, order_id: null, payment_id: null },
  ...{ chain: "evm", network_id: "base-mainnet", address: EVM_ADDRESS, memo: "", has_no_memo: false },
  ...{ checksum: "verified", is_observed_sender: false, created_by: "user_ada", created_by_owner: null },
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
