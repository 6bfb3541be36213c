import {
  authenticate,
  type AuthenticatedMedusaRequest,
  type MedusaNextFunction,
  type MedusaResponse,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { hashPageToken } from "../../../domain/payment/payment-page"
import type {
  OnchainAddressesResponse,
  OnchainAddressResponse,
  OnchainPageLinkResponse,
  OnchainPaymentClaimResponse,
  OnchainPaymentOptionsResponse,
  OnchainPaymentResponse,
} from "../../../types/http"
import { claimTransaction } from "../../../workflows/deposit/resolve-deposit"
import { createPageLink, type PageSubject } from "../../../workflows/payment/create-page-link"
import { openAttempt } from "../../../workflows/payment/open-attempt"
import { listPaymentOptions } from "../../../workflows/payment/queries/view-checkout"
import { listAddresses, viewAddress } from "../../../workflows/payment/queries/view-addresses"
import { viewPayment } from "../../../workflows/payment/queries/view-payment"
import { sentRail, sentText, sentTxHash } from "../../request-params"
import { toRoutes } from "../../route-table"
import { asksForOurs, countsCall, limitCalls } from "../limit-openings"

export const addressParams = z.object({
  /** Also provisions the customer's address there. Without it: all addresses that the customer has. */
  rail: sentText("rail", "expected an id of GET /store/onchain/payment-options", 300).optional(),
})

const pageLinkBody = z
  .strictObject({
    cart_id: sentText("cart_id").optional(),
    order_id: sentText("order_id").optional(),
    session_id: sentText("session_id").optional(),
  })
  .transform(({ cart_id, order_id, session_id }, context) => {
    if (cart_id && !order_id && !session_id) return { cart_id }
    if (order_id && !cart_id && !session_id) return { order_id }
    if (session_id && !cart_id && !order_id) return { session_id }
    context.addIssue({ code: "custom", message: "send one of cart_id, order_id and session_id" })
    return z.NEVER
  })

export const paymentOptionsParams = z.object({
  cart_id: sentText("cart_id", "expected the id of the cart to be paid"),
})

const paymentParams = z.object({
  /** `false` for a storefront that only follows a payment: its reusable address is neither confirmed nor returned. */
  address: z.enum(["true", "false"], { error: "address: expected true or false" }).default("true"),
})

const attemptBody = z.strictObject({ rail: sentRail })
const claimBody = z.strictObject({ tx_hash: sentTxHash })

type Request<Body = unknown> = AuthenticatedMedusaRequest<Body>

/** The login of a customer, where there is one. */
export const mayBeGuest = authenticate("customer", ["session", "bearer"], { allowUnauthenticated: true })

/** Empty without a login. */
const customerOf = (req: Request) => req.auth_context?.actor_id || null

/** The login of the session's customer, or a page link's token in a header: query parameters end up in logs and referrers. */
const viewerOf = (req: Request) => ({
  session_id: req.params.session_id ?? "",
  customer_id: customerOf(req),
  token_hash: hashPageToken(req.headers["x-onchain-page-token"]),
})

/** Every answer here is one shopper's. */
const send = <Body>(res: MedusaResponse, body: Body) => void res.set("cache-control", "no-store").json(body)

const createLink = (req: Request, subject: PageSubject) =>
  createPageLink(req.scope, {
    subject,
    purpose: "storefront",
    asker: { kind: "customer", customer_id: customerOf(req) },
  })

/**
 * Adds `page_link` to the answer that opens a session of ours, for a caller that names the cart in a header: the id of the cart is
 * its guest's secret, that of its payment collection is not.
 */
export function addPageLink(req: Request, res: MedusaResponse, next: MedusaNextFunction): void {
  const cart_id = req.headers["x-onchain-page-link"]
  if (typeof cart_id !== "string" || cart_id === "" || !asksForOurs(req)) return next()
  const answer = res.json.bind(res)
  res.json = (body: unknown) => {
    if (typeof body !== "object" || res.statusCode >= 400) return answer(body)
    const add = async () => {
      const page_link = await createLink(req, { cart_id })
      res.set("cache-control", "no-store")
      answer({ ...body, page_link })
    }
    add().catch(next)
    return res
  }
  next()
}

export const storeRoutes = toRoutes({
  "GET /store/onchain/addresses": [
    authenticate("customer", ["session", "bearer"]),
    limitCalls,
    validateAndTransformQuery(addressParams, {}),
    async (req, res) => {
      const { rail } = req.validatedQuery as z.infer<typeof addressParams>
      const customer_id = req.auth_context.actor_id
      if (rail === undefined)
        return send<OnchainAddressesResponse>(
          res,
          await listAddresses(req.scope, { customer_id, mayCall: () => countsCall(req) })
        )
      send<OnchainAddressResponse>(res, { address: await viewAddress(req.scope, { customer_id, rail }) })
    },
  ],
  /** For a customer by login, for a guest by the id of a cart that is not completed. */
  "POST /store/onchain/page-links": [
    mayBeGuest,
    validateAndTransformBody(pageLinkBody),
    async (req, res) => {
      const page_link = await createLink(req, req.validatedBody as z.infer<typeof pageLinkBody>)
      send<OnchainPageLinkResponse>(res, { page_link })
    },
  ],
  "GET /store/onchain/payment-options": [
    validateAndTransformQuery(paymentOptionsParams, {}),
    async (req, res: MedusaResponse<OnchainPaymentOptionsResponse>) => {
      const { cart_id } = req.validatedQuery as z.infer<typeof paymentOptionsParams>
      res.json(await listPaymentOptions(req.scope, cart_id))
    },
  ],
  "GET /store/onchain/payments/:session_id": [
    mayBeGuest,
    validateAndTransformQuery(paymentParams, {}),
    async (req, res) => {
      const { address } = req.validatedQuery as z.infer<typeof paymentParams>
      const viewer = { ...viewerOf(req), isDisplay: address === "true" }
      send<OnchainPaymentResponse>(res, { payment: await viewPayment(req.scope, viewer) })
    },
  ],
  /** Opens the payer's choice: the first one, another network or token, or a new quote. */
  "POST /store/onchain/payments/:session_id/attempts": [
    mayBeGuest,
    limitCalls,
    validateAndTransformBody(attemptBody),
    async (req, res) => {
      const viewer = viewerOf(req)
      const { rail } = req.validatedBody as z.infer<typeof attemptBody>
      await openAttempt(req.scope, { viewer, rail })
      const payment = await viewPayment(req.scope, { ...viewer, isDisplay: true })
      send<OnchainPaymentResponse>(res, { payment })
    },
  ],
  /** Stores the hash of a transaction that a shopper claims for this payment, for an operator's review. */
  "POST /store/onchain/payments/:session_id/claims": [
    mayBeGuest,
    validateAndTransformBody(claimBody),
    async (req, res) => {
      const { tx_hash } = req.validatedBody as z.infer<typeof claimBody>
      const claim = await claimTransaction(req.scope, { ...viewerOf(req), tx_hash })
      send<OnchainPaymentClaimResponse>(res, { claim })
    },
  ],
})
