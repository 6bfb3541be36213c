import { z } from "@medusajs/framework/zod"
import { REFUND_KINDS, REFUND_RATES, REFUND_STATES } from "../../../domain/refund/refund-lifecycle"
import type { OnchainCreatedAddressRequestResponse, OnchainRefundResponse } from "../../../types/http"
import { exportRefunds } from "../../../workflows/finance/queries/export-books"
import { listRefunds, viewRefund } from "../../../workflows/refund/queries/view-refunds"
import { quoteRefund, settleRefund } from "../../../workflows/refund/quote-refund"
import {
  approveRefundAddressWorkflow,
  declineRefundAddress,
  requestRefundAddress,
} from "../../../workflows/refund/refund-address"
import {
  noteText,
  oneOf,
  ordered,
  pageParams,
  sentDecimal,
  sentText,
  several,
  toPageOfStates,
} from "../../request-params"
import { actOn, actorOf, type AdminRequest, exportCsv, idOf, read, unstored } from "./admin-route"

const refundListParams = z.strictObject({
  state: several(oneOf("state", REFUND_STATES)).optional(),
  kind: oneOf("kind", REFUND_KINDS).optional(),
  q: sentText("q").optional(),
  order: ordered("created_at"),
  ...pageParams,
})

const quoteRefundBody = z.strictObject({
  destination_id: sentText("destination_id", "expected a destination of the address book"),
  rate: oneOf("rate", REFUND_RATES),
  token_amount: sentDecimal("token_amount: expected a decimal above zero, such as 12.5", 80).optional(),
})

const settleRefundBody = z.strictObject({
  note: noteText("say how it was settled"),
  tx_hash: sentText("tx_hash").optional(),
})

const requestAddressBody = z.strictObject({ send: z.boolean().optional() })

const readMemo = (field: string) =>
  z
    .string({ error: `${field}: expected the memo that you have read, or null` })
    .max(200, `${field}: expected at most 200 characters`)
    .refine((memo) => !memo.includes("\0"), `${field}: expected a text without NUL`)
    .nullish()

/** As it was read; what is stored is compared with it. */
const approveAddressBody = z.strictObject({
  address: sentText("address", "expected the address that you have read"),
  memo: readMemo("memo"),
  address_again: sentText("address_again", "expected the address once more").optional(),
  memo_again: readMemo("memo_again"),
})

const declineAddressBody = z.strictObject({ note: noteText("say why it is declined") })

const view = async (req: AdminRequest): Promise<OnchainRefundResponse> => ({
  refund: await viewRefund(req.scope, { refund_id: idOf(req), actor: actorOf(req) }),
})

export const refundRoutes = {
  "GET /refunds": read((req, params) => listRefunds(req.scope, toPageOfStates(params)), refundListParams),
  "GET /refunds/export": exportCsv(
    (req, params) => exportRefunds(req.scope, toPageOfStates(params)),
    refundListParams
  ),
  "GET /refunds/:id": read(view),
  /** Nothing moves until an operator confirms it. */
  "POST /refunds/:id/quote": actOn("refund_id", quoteRefund, view, quoteRefundBody),
  /** Sends nothing. */
  "POST /refunds/:id/settle": actOn("refund_id", settleRefund, view, settleRefundBody),
  /** Makes the link by which the shopper proposes an address. Its token is shown once. */
  "POST /refunds/:id/address-requests": unstored(
    actOn(
      "refund_id",
      requestRefundAddress,
      async (_, address_request): Promise<OnchainCreatedAddressRequestResponse> => ({ address_request }),
      requestAddressBody
    )
  ),
  /** Makes a destination for this refund only. Nothing moves. */
  "POST /refunds/:id/address-requests/:request_id/approve": actOn(
    "refund_id",
    async (container, input) => (await approveRefundAddressWorkflow(container).run({ input })).result,
    view,
    approveAddressBody
  ),
  /** Nothing moves; the shopper may propose another address while the link is open. */
  "POST /refunds/:id/address-requests/:request_id/decline": actOn(
    "refund_id",
    declineRefundAddress,
    view,
    declineAddressBody
  ),
}
