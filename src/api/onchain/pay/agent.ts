import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { pagePath } from "../../../domain/payment/payment-page"
import type { OnchainPayerStatus } from "../../../types/http"
import {
  NOT_DUE,
  offerTransfer,
  payTransfer,
  type SentTransfer,
  type SignedOutcome,
  type TransferOffer,
} from "../../../workflows/payment/pay-by-authorization"
import { viewCheckout } from "../../../workflows/payment/queries/view-checkout"
import { limitCalls } from "../../store/limit-openings"
import { pageViewer } from "./page-request"

const VERSION = 2
const MAX_HEADER = 8_192
/** Seconds until a payment without a clear answer is worth another request. */
const RETRY_AFTER_SECONDS = "10"

/** Whether the page is requested by software that reads JSON, where the shop takes signed transfers. */
export function isAgent(req: MedusaRequest): boolean {
  if (req.scope.resolve("onchain").options.x402 === undefined) return false
  // Express routes HEAD to GET, and a look opens nothing.
  if (req.method !== "GET") return false
  return req.headers["payment-signature"] !== undefined || req.accepts(["html", "json"]) === "json"
}

const hex = (bytes: number) => z.string().regex(new RegExp(`^0x[\\da-f]{${bytes * 2}}$`, "i"))
const whole = z.string().regex(/^\d{1,78}$/)

const payloadSchema = z.object({
  x402Version: z.literal(VERSION),
  accepted: z.object({
    ...{ scheme: z.string(), network: z.string(), asset: z.string(), amount: z.string(), payTo: z.string() },
  }),
  payload: z.object({
    signature: hex(65),
    authorization: z.object({
      ...{ from: hex(20), to: hex(20), nonce: hex(32) },
      ...{ value: whole, validAfter: whole, validBefore: whole },
    }),
  }),
})

/** @returns null for what is not a payment of version 2 by a signed transfer */
function readPayload(header: string | string[]): SentTransfer | null {
  const [text = ""] = [header].flat()
  if (text.length > MAX_HEADER) return null
  try {
    const { accepted, payload } = payloadSchema.parse(
      JSON.parse(Buffer.from(text, "base64").toString("utf8"))
    )
    return { accepted, transfer: payload.authorization, signature: payload.signature }
  } catch {
    return null
  }
}

/** The order is paid, or there is nothing that a signature could pay. */
const PAYABLE: readonly OnchainPayerStatus[] = ["choose", "awaiting_payment", "expired", "failed"]

/**
 * Answers a payment page's address to software, by the x402 protocol: 402 with what to sign, or 200 with the order's state once it
 * was signed and sent.
 *
 * @see docs/developers/checkout.md "Without a network fee, and by software"
 */
export async function answerAgent(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  let isAllowed = false
  limitCalls(req, res, () => (isAllowed = true))
  if (!isAllowed) return
  res.vary("accept").set("cache-control", "no-store")
  const viewer = pageViewer(req, false)
  const checkout = await viewCheckout(req.scope, viewer)
  const header = req.headers["payment-signature"]
  const sent = header === undefined ? undefined : readPayload(header)
  const { rail } = z.object({ rail: z.string().max(300).optional().catch(undefined) }).parse(req.query)
  const { status, claimed_tx_hash, can_sign, has_seen_payment } = checkout.payment
  // The page warns a payer of another payment. Software insists by naming the rail.
  const isSent = rail === undefined && claimed_tx_hash !== null
  if (!sent && (isSent || !PAYABLE.includes(status))) return void res.json(checkout)
  const isChosen = rail === undefined && status === "awaiting_payment" && !can_sign
  const outcome = sent
    ? await payTransfer(req.scope, viewer, sent)
    : isChosen || has_seen_payment
      ? null
      : await offerTransfer(req.scope, viewer, rail)
  // What was declined is requested again only while it is due, which confirms its address.
  const isOver = outcome?.kind === "declined" && outcome.reason === NOT_DUE
  if (outcome === null || isOver) {
    const message = "This payment cannot be signed now. Its page shows the other ways to pay."
    return void res.status(409).json({ type: "not_allowed", code: "not_offered", message, checkout })
  }
  if (outcome.kind === "offer")
    return require(req, res, outcome, sent === null ? "invalid_payload" : undefined)
  await report(req, res, outcome)
}

/** Sends 402. The client signs at once, so its time begins now. */
function require(
  req: MedusaRequest,
  res: MedusaResponse,
  { requirement, seconds, problem }: Pick<TransferOffer, "requirement" | "seconds" | "problem">,
  error: string | undefined = problem ?? undefined
): void {
  const body = {
    x402Version: VERSION,
    error: error ?? "payment_required",
    resource: {
      url: `${req.protocol}://${req.get("host")}${pagePath(req.params.token ?? "")}`,
      description: "Payment of an order",
      mimeType: "application/json",
    },
    accepts: [{ ...requirement, maxTimeoutSeconds: seconds }],
  }
  res.status(402).set("payment-required", encode(body)).json(body)
}

/** Sends what the facilitator said, and the order's state, which alone says whether it is paid. */
async function report(req: MedusaRequest, res: MedusaResponse, outcome: SignedOutcome): Promise<void> {
  const { kind, requirement, transaction, payer, reason } = outcome
  const { network } = requirement
  if (kind === "unknown") res.set("retry-after", RETRY_AFTER_SECONDS)
  else {
    const isSettled = kind === "settled"
    const errorReason = isSettled ? {} : { errorReason: reason }
    res.set("payment-response", encode({ success: isSettled, ...errorReason, transaction, network, payer }))
  }
  if (kind === "declined") return require(req, res, { requirement, seconds: 1, problem: null }, reason)
  const checkout = await viewCheckout(req.scope, pageViewer(req, false))
  res.status(kind === "settled" ? 200 : 202).json({ ...checkout, ...(kind === "unknown" && { reason }) })
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64")
