import { z } from "@medusajs/framework/zod"
import { DESTINATION_PURPOSES, DESTINATION_STATES } from "../../../domain/payout/payout-gate"
import { LEG_PHASES } from "../../../domain/payout/payout-leg"
import { PERSONS_OUTCOMES } from "../../../domain/payout/withdrawal-decisions"
import { WITHDRAWAL_KINDS, WITHDRAWAL_STATES } from "../../../domain/payout/withdrawal-lifecycle"
import type {
  OnchainDestinationResponse,
  OnchainPayoutAccessResponse,
  OnchainWithdrawalResponse,
} from "../../../types/http"
import { exportWithdrawals } from "../../../workflows/finance/queries/export-books"
import { adoptWithdrawal, checkWithdrawal } from "../../../workflows/payout/check-withdrawal"
import {
  approveDestinationWorkflow,
  archiveDestination,
  createDestinationWorkflow,
} from "../../../workflows/payout/destination"
import {
  acknowledgeWithdrawal,
  cancelWithdrawal,
  endWithdrawal,
  writeOffWithdrawal,
} from "../../../workflows/payout/end-withdrawal"
import { approveWithdrawal, confirmWithdrawal } from "../../../workflows/payout/execute-withdrawal"
import { acknowledgePayoutLeg, listPayoutLegs, viewPayoutLeg } from "../../../workflows/payout/payout-legs"
import { viewPayoutAccess } from "../../../workflows/payout/payout-access"
import { listDestinations, viewDestination } from "../../../workflows/payout/queries/view-destinations"
import { listWithdrawals, viewWithdrawal } from "../../../workflows/payout/queries/view-withdrawals"
import { quoteWithdrawal, requestWithdrawal } from "../../../workflows/payout/request-withdrawal"
import {
  emptyBody,
  noteText,
  oneOf,
  ordered,
  pageParams,
  sentText,
  several,
  toPage,
  toPageOfStates,
} from "../../request-params"
import { act, actOn, actorOf, type AdminRequest, exportCsv, idOf, read } from "./admin-route"

const withdrawalListParams = z.strictObject({
  state: several(oneOf("state", WITHDRAWAL_STATES)).optional(),
  kind: oneOf("kind", WITHDRAWAL_KINDS).optional(),
  network_id: sentText("network_id").optional(),
  token: sentText("token").optional(),
  destination_id: sentText("destination_id").optional(),
  q: sentText("q").optional(),
  order: ordered("created_at"),
  ...pageParams,
})

/** A destination is named by its id; an address is not accepted. */
const requestWithdrawalBody = z.strictObject({
  request_id: sentText("request_id", "expected an identifier of the request, made once by the form"),
  destination_id: sentText("destination_id", "expected the id of a destination"),
  token: sentText("token", "expected the symbol of a token"),
  canonical_asset_id: sentText("canonical_asset_id").optional(),
  amount: sentText("amount", 'expected an amount as text, such as "12.5"', 100),
  note: sentText("note", "expected a text", 1_000).optional(),
})

const consentBody = z.strictObject({
  quote_id: sentText("quote_id", "expected the id of the quote that was read"),
})

const adoptWithdrawalBody = z.strictObject({
  gateway_withdrawal_id: sentText("gateway_withdrawal_id", "expected the provider's identifier"),
})

/** IDs at the provider that match and that the operator identified as other payouts. */
const notThis = z
  .array(sentText("not_this", "expected IDs at the provider", 200))
  .max(40)
  .default([])

const writeOffWithdrawalBody = z.strictObject({
  note: sentText("note", "expected how you made sure that the provider has not sent it", 1_000),
  not_this: notThis,
})

const endWithdrawalBody = z.strictObject({
  outcome: oneOf("outcome", PERSONS_OUTCOMES),
  note: sentText("note", "expected how you made sure what became of it", 1_000),
  /** Needed for one whose answer was lost. */
  tx_hash: sentText("tx_hash", "expected the hash of the transaction that paid it", 200).optional(),
  not_this: notThis,
})

/** `mismatch` is the text that was read, so that nothing else is acknowledged. */
const acknowledgeWithdrawalBody = z.strictObject({
  note: sentText("note", "expected what you have found", 1_000),
  mismatch: sentText("mismatch", "expected the words that were read", 10_000).nullish(),
})

const viewWithdrawalOf = async (
  req: AdminRequest,
  { withdrawal_id }: { withdrawal_id: string }
): Promise<OnchainWithdrawalResponse> => ({
  withdrawal: await viewWithdrawal(req.scope, { withdrawal_id, actor: actorOf(req) }),
})

const payoutLegListParams = z.strictObject({
  phase: oneOf("phase", LEG_PHASES).optional(),
  q: sentText("q").optional(),
  order: ordered("created_at"),
  ...pageParams,
})

/** `status` is the one that was read, so that nothing else is acknowledged. */
const acknowledgePayoutLegBody = z.strictObject({
  note: noteText("expected what you have found"),
  status: sentText("status", "expected the status that was read", 1_000),
})

const LONGEST_LABEL = 100
/** Some of them reverse the following text, so a label would look like another one. */
const UNSEEN = /[\p{Cc}\p{Cf}]/u

const destinationListParams = z.strictObject({
  state: oneOf("state", DESTINATION_STATES).optional(),
  network_id: sentText("network_id").optional(),
  purpose: oneOf("purpose", DESTINATION_PURPOSES).optional(),
  customer_id: sentText("customer_id").optional(),
  q: sentText("q").optional(),
  order: ordered("created_at"),
  ...pageParams,
})

/** The address is kept as entered: problems are reported, not corrected. */
const createDestinationBody = z.strictObject({
  label: z
    .string({ error: "label: expected a name for the address" })
    .trim()
    .pipe(sentText("label", "expected a name for the address", LONGEST_LABEL))
    .refine((label) => !UNSEEN.test(label), "label: expected a text without invisible characters"),
  network_id: sentText("network_id", "expected a network of the provider's catalog"),
  address: sentText("address", "expected an address"),
  memo: sentText("memo").optional(),
  has_no_memo: z.boolean().optional(),
  address_again: sentText("address_again").optional(),
  memo_again: sentText("memo_again").optional(),
  refund_id: sentText("refund_id").optional(),
})

const viewDestinationOf = async (
  req: AdminRequest,
  { destination_id }: { destination_id: string }
): Promise<OnchainDestinationResponse> => ({
  destination: await viewDestination(req.scope, { destination_id, actor: actorOf(req) }),
})

export const payoutRoutes = {
  "GET /payouts": read(async (req): Promise<OnchainPayoutAccessResponse> => ({
    payouts: await viewPayoutAccess(req.scope, actorOf(req)),
  })),
  "GET /withdrawals": read(
    (req, params) => listWithdrawals(req.scope, toPageOfStates(params)),
    withdrawalListParams
  ),
  "GET /withdrawals/export": exportCsv(
    (req, params) => exportWithdrawals(req.scope, toPageOfStates(params)),
    withdrawalListParams
  ),
  /** Nothing moves. */
  "POST /withdrawals": act(
    (req, body) => requestWithdrawal(req.scope, { ...body, actor: actorOf(req) }),
    viewWithdrawalOf,
    requestWithdrawalBody
  ),
  "GET /withdrawals/:id": read((req) => viewWithdrawalOf(req, { withdrawal_id: idOf(req) })),
  /** Nothing moves. */
  "POST /withdrawals/:id/quote": actOn("withdrawal_id", quoteWithdrawal, viewWithdrawalOf),
  /** Cannot be undone, unless a second user has to approve. */
  "POST /withdrawals/:id/confirm": actOn("withdrawal_id", confirmWithdrawal, viewWithdrawalOf, consentBody),
  /** Cannot be undone. */
  "POST /withdrawals/:id/approve": actOn("withdrawal_id", approveWithdrawal, viewWithdrawalOf, consentBody),
  "POST /withdrawals/:id/cancel": actOn("withdrawal_id", cancelWithdrawal, viewWithdrawalOf),
  "POST /withdrawals/:id/adopt": actOn(
    "withdrawal_id",
    adoptWithdrawal,
    viewWithdrawalOf,
    adoptWithdrawalBody
  ),
  "POST /withdrawals/:id/write-off": actOn(
    "withdrawal_id",
    writeOffWithdrawal,
    viewWithdrawalOf,
    writeOffWithdrawalBody
  ),
  "POST /withdrawals/:id/end": actOn("withdrawal_id", endWithdrawal, viewWithdrawalOf, endWithdrawalBody),
  "POST /withdrawals/:id/acknowledge": actOn(
    "withdrawal_id",
    acknowledgeWithdrawal,
    viewWithdrawalOf,
    acknowledgeWithdrawalBody
  ),
  "POST /withdrawals/:id/check": actOn("withdrawal_id", checkWithdrawal, viewWithdrawalOf),
  "GET /payout-legs": read((req, params) => listPayoutLegs(req.scope, toPage(params)), payoutLegListParams),
  "GET /payout-legs/:id": read((req) => viewPayoutLeg(req.scope, idOf(req))),
  /** Nothing moves. */
  "POST /payout-legs/:id/acknowledge": actOn(
    "payout_leg_id",
    acknowledgePayoutLeg,
    (req, { payout_leg_id }) => viewPayoutLeg(req.scope, payout_leg_id),
    acknowledgePayoutLegBody
  ),
  "GET /destinations": read(
    (req, params) => listDestinations(req.scope, toPage(params)),
    destinationListParams
  ),
  /** No other route takes an address. */
  "POST /destinations": act(
    async (req, body) => {
      const input = { ...body, actor: actorOf(req) }
      return (await createDestinationWorkflow(req.scope).run({ input })).result
    },
    viewDestinationOf,
    createDestinationBody
  ),
  "GET /destinations/:id": read((req) => viewDestinationOf(req, { destination_id: idOf(req) })),
  "POST /destinations/:id/approve": actOn(
    "destination_id",
    async (container, input) => (await approveDestinationWorkflow(container).run({ input })).result,
    viewDestinationOf,
    emptyBody
  ),
  /** Cannot be undone. */
  "POST /destinations/:id/archive": actOn("destination_id", archiveDestination, viewDestinationOf, emptyBody),
}
