/**
 * Codes and HTTP statuses of the payout refusals in the admin API. Append-only. The service's own refusals
 * keep its codes.
 *
 * @see docs/developers/errors.md
 */
export const PAYOUT_CODES = {
  /** Who asks. */
  payouts_off: 403,
  payouts_api_key: 403,
  payouts_not_allowed: 403,
  self_approval: 403,
  approver_is_key: 403,
  /** What has happened meanwhile. */
  quote_expired: 409,
  quote_changed: 409,
  already_done: 409,
  confirmation_void: 409,
  request_reused: 409,
  absence_unproven: 400,
  may_have_left: 409,
  /** What a person says about one whose answer was lost. */
  transaction_malformed: 400,
  transaction_taken: 409,
  /** The quote. */
  quote_inconsistent: 400,
  /** How much. */
  limit_exceeded: 400,
  no_limit: 400,
  /** The choice of a destination. */
  destination_not_approved: 400,
  destination_archived: 400,
  destination_wrong_network: 400,
  destination_not_for_this: 400,
  own_address: 400,
  /** The asset. */
  token_unknown: 400,
  symbol_shared: 400,
  no_decimals: 400,
  no_identity: 400,
  unknown_chain: 400,
  test_network: 400,
  /** The address of a new destination. */
  unknown_network: 400,
  malformed: 400,
  length: 400,
  whitespace: 400,
  homoglyph: 400,
  checksum: 400,
  wrong_chain: 400,
  muxed: 400,
  memo_missing: 400,
  memo_invalid: 400,
  memo_unsupported: 400,
  memo_conflict: 400,
  burn: 400,
  token_contract: 400,
  /** What a refund comes to. */
  over_refund: 400,
  exceeds_received: 400,
  too_small: 400,
  no_rate: 400,
  unknown_amount: 400,
  medusa_has_none: 400,
  /** The address that a shopper proposes for a refund. */
  payout_confirmed: 409,
  refund_done: 409,
  link_ended: 409,
  nothing_proposed: 409,
  proposal_changed: 409,
  no_email: 400,
  /** The store's own screening of an address. */
  screening_refused: 400,
} as const satisfies Record<string, 400 | 403 | 409>

export type PayoutCode = keyof typeof PAYOUT_CODES
