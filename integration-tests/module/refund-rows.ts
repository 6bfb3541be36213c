import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { DestinationRow } from "../../src/modules/onchain/payout/destination-list"
import type { RefundPayoutRequest } from "../../src/modules/onchain/refund/refund-payouts"
import { account } from "./scope"

/** Stores a destination that refunds can be paid to. */
export async function destinationIn(
  knex: Knex,
  change: Partial<DestinationRow> = {}
): Promise<DestinationRow> {
  const [row] = await knex<DestinationRow>("onchain_payout_destination")
    .insert({
      ...account,
      id: "ocdst_1",
      label: "Ada's wallet",
      state: "approved",
      has_second_approval: true,
      purpose: "refund",
      chain: "evm",
      network_id: "base-mainnet",
      address: "0x52908400098527886E0F7030069857D2E4169EE7",
      memo: "",
      checksum: "verified",
      created_by: "user_1",
      ...change,
    })
    .returning("*")
  if (!row) throw new Error("the destination was not stored")
  return row
}

/** A user asks for the payout of a refund, at the rate of the payment. */
export const payoutOf = (
  refundId: string,
  destination: DestinationRow,
  terms: Partial<RefundPayoutRequest["terms"]> = {}
): RefundPayoutRequest => ({
  refundId,
  destination,
  terms: { basis: "payment", today: null, enteredTokens: null, ...terms },
  actor: { id: "user_1", type: "user", ownerId: null },
})
