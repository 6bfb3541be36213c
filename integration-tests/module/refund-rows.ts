import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { DestinationRow } from "../../src/modules/onchain/payout/destination-list"
import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import type { RefundPayoutRequest } from "../../src/modules/onchain/refund/refund-payouts"
import { storeAllStatuses, stored } from "./payment-rows"
import { account, scope } from "./scope"

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

/** A user requests the payout of a refund, at the rate of the payment. */
export const payoutOf = (
  refundId: string,
  destination: DestinationRow,
  terms: Partial<RefundPayoutRequest["terms"]> = {}
): RefundPayoutRequest => ({
  refundId,
  destination,
  terms: { basis: "payment", today: null, enteredTokens: null, fiatDecimals: 2, ...terms },
  actor: { id: "user_1", type: "user", ownerId: null },
})

/** No payout of a story goes there: an address of a payment is no destination. */
const PAID_TO = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"

/** Stores a payment with refunds that are due. */
export async function plantRefunds(knex: Knex, ids: readonly string[]): Promise<void> {
  const payment = await stored(new PaymentStore(knex, scope), { deposit_address: PAID_TO })
  const { id: payment_id, session_id } = payment
  const asset = { chain: "evm", network_id: "base-mainnet", token: "USDC", currency_code: "usd" }
  await knex("onchain_refund").insert(
    ids.map((id) => ({ ...account, ...asset, id, payment_id, session_id, kind: "order", fiat_amount: "10" }))
  )
  await storeAllStatuses(knex)
}

/** Links a refund to its payout, as when the payout was started. */
export async function followPayout(knex: Knex, withdrawal_id: string, id = "ref_1"): Promise<void> {
  const amounts = { token_amount: "10", share_amount: "10" }
  await knex("onchain_refund")
    .where({ id })
    .update({ state: "quoted", ...amounts, withdrawal_id })
  await storeAllStatuses(knex)
}
