import { z } from "@medusajs/framework/zod"
import { WITHDRAWAL_KINDS, WITHDRAWAL_STATES } from "../../../../domain/payout/withdrawal-lifecycle"
import { PERSONS_OUTCOMES } from "../../../../domain/payout/withdrawal-choices"
import { sentText, pageParams } from "../../../request-params"

const state = z.enum(WITHDRAWAL_STATES, { error: `state: expected one of ${WITHDRAWAL_STATES.join(", ")}` })
const ORDERS = ["created_at", "-created_at"] as const

export const withdrawalListParams = z.strictObject({
  state: z
    .preprocess(
      (given) => (typeof given === "string" ? given.split(",") : given),
      z.array(state).min(1).max(20)
    )
    .optional(),
  kind: z
    .enum(WITHDRAWAL_KINDS, { error: `kind: expected one of ${WITHDRAWAL_KINDS.join(", ")}` })
    .optional(),
  network_id: sentText("network_id").optional(),
  token: sentText("token").optional(),
  destination_id: sentText("destination_id").optional(),
  /** Beginning of an identifier, transaction hash or address. */
  q: sentText("q").optional(),
  order: z.enum(ORDERS, { error: `order: expected one of ${ORDERS.join(", ")}` }).default("-created_at"),
  ...pageParams,
})
export type WithdrawalListParams = z.infer<typeof withdrawalListParams>

/** A destination is named by its id; an address is not accepted. */
export const requestWithdrawalBody = z.strictObject({
  request_id: sentText("request_id", "expected an identifier of the request, made once by the form"),
  destination_id: sentText("destination_id", "expected the id of a destination"),
  token: sentText("token", "expected the symbol of a token"),
  canonical_asset_id: sentText("canonical_asset_id").optional(),
  amount: sentText("amount", 'expected an amount as text, such as "12.5"', 100),
  note: sentText("note", "expected a text", 1_000).optional(),
})
export type RequestWithdrawalBody = z.infer<typeof requestWithdrawalBody>

export const consentBody = z.strictObject({
  quote_id: sentText("quote_id", "expected the id of the quote that was read"),
})
export type ConsentBody = z.infer<typeof consentBody>

export const adoptWithdrawalBody = z.strictObject({
  gateway_withdrawal_id: sentText("gateway_withdrawal_id", "expected the provider's identifier"),
})
export type AdoptWithdrawalBody = z.infer<typeof adoptWithdrawalBody>

/** IDs at the provider that match and that the operator identified as other payouts. */
const notThis = z
  .array(sentText("not_this", "expected IDs at the provider", 200))
  .max(40)
  .default([])

export const writeOffWithdrawalBody = z.strictObject({
  note: sentText("note", "expected how you made sure that the provider has not sent it", 1_000),
  not_this: notThis,
})
export type WriteOffWithdrawalBody = z.infer<typeof writeOffWithdrawalBody>

export const endWithdrawalBody = z.strictObject({
  outcome: z.enum(PERSONS_OUTCOMES, { error: `outcome: expected one of ${PERSONS_OUTCOMES.join(", ")}` }),
  note: sentText("note", "expected how you made sure what became of it", 1_000),
  /** Needed for one whose answer was lost. */
  tx_hash: sentText("tx_hash", "expected the hash of the transaction that paid it", 200).optional(),
  not_this: notThis,
})
export type EndWithdrawalBody = z.infer<typeof endWithdrawalBody>

/** `mismatch` is the text that was read, so that no other one is acknowledged. */
export const acknowledgeWithdrawalBody = z.strictObject({
  note: sentText("note", "expected what you have found", 1_000),
  mismatch: sentText("mismatch", "expected the words that were read", 10_000).optional(),
})
export type AcknowledgeWithdrawalBody = z.infer<typeof acknowledgeWithdrawalBody>
