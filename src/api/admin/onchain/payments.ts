import { z } from "@medusajs/framework/zod"
import { endOfDay, isDay } from "../../../domain/finance/report-difference"
import { PAYMENT_STATUSES, type PaymentStatus } from "../../../domain/payment/payment-status"
import type { PaymentFilter } from "../../../modules/onchain/payment/payment-list"
import type {
  OnchainOrderResponse,
  OnchainPayLinkResponse,
  OnchainPaymentDetailResponse,
  OnchainRefundOrderResponse,
  OnchainReviewResponse,
  OnchainSentPayLinkResponse,
  OnchainUnallocatedPaymentResponse,
} from "../../../types/http"
import { exportPayments } from "../../../workflows/finance/queries/export-books"
import { keepOrder } from "../../../workflows/payment/close-order"
import { createPayLink, payLinkUrl, sendPayLink } from "../../../workflows/payment/pay-link"
import { listPayments } from "../../../workflows/payment/queries/list-payments"
import { viewOrderPayments } from "../../../workflows/payment/queries/view-order-payments"
import { viewPaymentDetail } from "../../../workflows/payment/queries/view-payment-detail"
import {
  listUnallocatedPayments,
  viewUnallocatedPayment,
} from "../../../workflows/payment/queries/view-unallocated-payments"
import { resolveUnallocatedPayment, reviewContradiction } from "../../../workflows/payment/resolve-payment"
import { checkPaymentNow } from "../../../workflows/payment/workers/poll-payments"
import { viewRefund } from "../../../workflows/refund/queries/view-refunds"
import { refundOrder } from "../../../workflows/refund/refund-order"
import {
  emptyBody,
  noteText,
  oneOf,
  ordered,
  pageParams,
  sentDecimal,
  sentText,
  several,
  toPage,
} from "../../request-params"
import { actOn, actorOf, type AdminRequest, exportCsv, idOf, read, unstored } from "./admin-route"

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/

/** `2026-02-30` is not a day, although `Date` takes it for one. */
const isMoment = (text: string) =>
  isDay(text) || (INSTANT.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)))

const moment = (field: string) => {
  const expected = "expected a day, such as 2026-01-31, or an instant, such as 2026-01-31T10:00:00Z"
  return sentText(field, expected, 40).refine(isMoment, `${field}: ${expected}`)
}

/** An enum within a list would be refused as a missing field. */
const status = z.custom<PaymentStatus>(
  (given) => PAYMENT_STATUSES.some((name) => name === given),
  `state: expected one of ${PAYMENT_STATUSES.join(", ")}`
)

const paymentListParams = z.strictObject({
  state: several(status).optional(),
  network_id: sentText("network_id").optional(),
  token: sentText("token").optional(),
  /** Order number, email, hash, address, memo, or an id. */
  q: sentText("q").optional(),
  created_from: moment("created_from").optional(),
  created_to: moment("created_to").optional(),
  order: ordered("created_at"),
  ...pageParams,
})
type PaymentListParams = z.infer<typeof paymentListParams>

/** A day is a whole day in UTC. */
function paramsToFilter(params: PaymentListParams): PaymentFilter {
  const { state = [], network_id, token, created_from, created_to } = params
  return {
    statuses: state,
    network_id,
    token,
    created_from: created_from === undefined ? undefined : new Date(created_from),
    created_before: created_to === undefined ? undefined : endOf(created_to),
  }
}

function endOf(text: string): Date {
  return isDay(text) ? endOfDay(text) : new Date(Date.parse(text) + 1)
}

const viewOne = async (req: AdminRequest): Promise<OnchainPaymentDetailResponse> => ({
  payment: await viewPaymentDetail(req.scope, idOf(req)),
})

export const unallocatedListParams = z.strictObject({
  state: z.literal("unallocated", { error: "state: expected unallocated" }).optional(),
  resolution: oneOf("resolution", ["waiting", "done"]).optional(),
  reason: several(sentText("reason")).optional(),
  /** As in the list of all payments. */
  q: sentText("q").optional(),
  order: ordered("settled_at"),
  ...pageParams,
})

export const applyPaymentBody = z.strictObject({ order_id: sentText("order_id") })
export const keepPaymentBody = z.strictObject({ note: noteText("say why the money is kept") })

const viewUnallocated = async (req: AdminRequest): Promise<OnchainUnallocatedPaymentResponse> => ({
  payment: await viewUnallocatedPayment(req.scope, idOf(req), actorOf(req)),
})

const keepOrderBody = z.strictObject({ note: noteText("say why the order is kept") })

const refundOrderBody = z.strictObject({
  request_id: z
    .string({ error: "request_id: expected an id that the form makes once" })
    .regex(/^[A-Za-z0-9_-]{8,64}$/, "request_id: expected 8 to 64 letters, digits, - and _"),
  amount: sentDecimal("amount: expected a decimal above zero in major units, such as 12.50", 40),
  payment_id: sentText("payment_id", "expected a payment of the order").optional(),
  note: sentText("note", "expected a text", 1_000).optional(),
})

/** Empty for an order of another method. */
const viewOrder = async (req: AdminRequest): Promise<OnchainOrderResponse> => ({
  order: await viewOrderPayments(req.scope, idOf(req)),
})

export const paymentRoutes = {
  "GET /payments": read((req, params) => {
    const { direction, limit, offset } = toPage(params)
    return listPayments(req.scope, { filter: paramsToFilter(params), direction, limit, offset, q: params.q })
  }, paymentListParams),
  "GET /payments/export": exportCsv(
    (req, params) => exportPayments(req.scope, paramsToFilter(params), params.q),
    paymentListParams
  ),
  "GET /payments/:id": read(viewOne),
  /** Reads the payment's invoices at the provider now, as the scheduled check does. */
  "POST /payments/:id/check": actOn("payment_id", checkPaymentNow, viewOne, emptyBody),
  /** Records that a person reviewed a payment that the provider no longer calls paid. Moves nothing. */
  "POST /payments/:id/review": actOn(
    "payment_id",
    reviewContradiction,
    async (_, payment): Promise<OnchainReviewResponse> => ({ payment }),
    emptyBody
  ),
  "GET /unallocated-payments": read(
    (req, params) => listUnallocatedPayments(req.scope, toPage(params)),
    unallocatedListParams
  ),
  "GET /unallocated-payments/:id": read(viewUnallocated),
  "POST /unallocated-payments/:id/apply": actOn(
    "payment_id",
    (container, input) => resolveUnallocatedPayment(container, { ...input, resolution: "apply" }),
    viewUnallocated,
    applyPaymentBody
  ),
  /** Moves nothing. */
  "POST /unallocated-payments/:id/refund-due": actOn(
    "payment_id",
    (container, input) => resolveUnallocatedPayment(container, { ...input, resolution: "refund_due" }),
    viewUnallocated,
    emptyBody
  ),
  "POST /unallocated-payments/:id/keep": actOn(
    "payment_id",
    (container, input) => resolveUnallocatedPayment(container, { ...input, resolution: "keep" }),
    viewUnallocated,
    keepPaymentBody
  ),
  "GET /orders/:id": read(viewOrder),
  "POST /orders/:id/keep": actOn("order_id", keepOrder, viewOrder, keepOrderBody),
  /** Refunds an order in Medusa and answers with the refund that is due then. Sends nothing. */
  "POST /orders/:id/refunds": actOn(
    "order_id",
    refundOrder,
    async (req, { refund_id }): Promise<OnchainRefundOrderResponse> => ({
      refund: await viewRefund(req.scope, { refund_id, actor: actorOf(req) }),
    }),
    refundOrderBody
  ),
  /** Creates a link for the customer to pay what is still due on the order. */
  "POST /orders/:id/pay-link": unstored(
    actOn(
      "order_id",
      (container, { order_id }) => createPayLink(container, order_id),
      async ({ scope }, { page_link }): Promise<OnchainPayLinkResponse> => ({
        page_link: { ...page_link, url: payLinkUrl(scope, page_link.token) },
      })
    )
  ),
  /** Mails a link to the customer to pay what is still due on the order. */
  "POST /orders/:id/pay-link/send": actOn(
    "order_id",
    sendPayLink,
    async (_, message): Promise<OnchainSentPayLinkResponse> => ({ message }),
    emptyBody
  ),
}
