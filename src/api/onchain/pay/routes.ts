import {
  type MedusaRequest,
  type MedusaResponse,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { pageWords } from "../../../checkout/payment-page/payment-page"
import type { Presentation } from "../../../checkout/view/screen"
import { checkoutStyle } from "../../../checkout/view/style"
import type { OnchainPaymentClaimResponse } from "../../../types/http"
import { claimTransaction } from "../../../workflows/deposit/resolve-deposit"
import { openAttempt } from "../../../workflows/payment/open-attempt"
import { payPrepared, prepareTransfer } from "../../../workflows/payment/pay-by-authorization"
import {
  findSessionOfPage,
  listCheckoutOptions,
  viewCheckout,
} from "../../../workflows/payment/queries/view-checkout"
import { checkoutWatchOf } from "../../../workflows/payment/workers/checkout-watch"
import { sentRail, sentText, sentTxHash } from "../../request-params"
import { toRoutes } from "../../route-table"
import { addressOf, limitCalls } from "../../store/limit-openings"
import { EventStream, writeStreamHead } from "../event-stream"
import { refuseCrossSite } from "./cross-site"
import { type FormProblem, isForm, pageViewer, problemOf, returnToPage, sendCompressed } from "./page-request"

const attemptBody = z.object({
  rail: sentRail,
  /** The checkbox of the warning; the browser requires it. */
  is_warned: z.string().max(10).optional(),
})

const claimBody = z.object({ tx_hash: sentTxHash })

const authorizationBody = z.object({
  from: z.string().regex(/^0x[\da-f]{40}$/i, "from: expected the address of the payer"),
  signature: z
    .string()
    .regex(/^0x[\da-f]{130}$/i, "signature: expected the signature of a key, 65 bytes in hex")
    .optional(),
})

const statusParams = z.object({
  /** `true` to confirm and return a customer's reusable address, for display. */
  address: z.enum(["true", "false"], { error: "address: expected true or false" }).default("false"),
})

const presentationParams = z.object({
  locale: sentText("locale", "expected a language tag, such as de", 35).optional(),
})

/** Answers a program with `view`, and a form with its page again. */
async function answerForm(
  req: MedusaRequest,
  res: MedusaResponse,
  invalid: FormProblem,
  view: () => Promise<object | undefined>
): Promise<void> {
  try {
    const answer = await view()
    if (isForm(req)) return returnToPage(req, res)
    res.json(answer)
  } catch (error) {
    if (!isForm(req)) throw error
    returnToPage(req, res, problemOf(error, invalid))
  }
}

/** Sent as `Retry-After` with a refused stream; until then the page polls. */
const RETRY_AFTER_SECONDS = "30"

/** Sends the checkout whenever its version changes, and at once without `Last-Event-ID`. */
async function sendEvents(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const viewer = pageViewer(req, false)
  const { token_hash } = viewer
  const view = () => viewCheckout(req.scope, viewer)
  // Express routes HEAD to GET.
  if (req.method === "HEAD" || token_hash === null) {
    await view()
    writeStreamHead(res)
    res.end()
    return
  }
  const { live, openingLimit, clock } = req.scope.resolve("onchain")
  const leave = live.limit.enter(openingLimit.clientOf(addressOf(req)))
  if (typeof leave === "string") return refuseStream(res, leave)
  res.once("close", leave)
  const watch = await checkoutWatchOf(req.scope).open(token_hash, view)
  if (res.closed) return
  const stream = new EventStream(res, clock)
  const lastEventId = req.headers["last-event-id"]
  const stop = watch({
    version: typeof lastEventId === "string" && lastEventId !== "" ? lastEventId : null,
    send: (version, data) => stream.send("checkout", version, data),
    keep: () => stream.keep(),
    end: () => stream.end(),
  })
  res.once("close", stop)
}

function refuseStream(res: MedusaResponse, limit: "process_full" | "client_full"): void {
  const isOfClient = limit === "client_full"
  const message = isOfClient
    ? "Too many payment pages are open from your IP address. This page polls instead."
    : "Too many payment pages are open. This page polls instead."
  res.set("retry-after", RETRY_AFTER_SECONDS)
  res.status(isOfClient ? 429 : 503).json({
    type: "too_many_requests",
    code: isOfClient ? "streams_per_address" : "streams_per_process",
    message,
  })
}

export const payRoutes = toRoutes({
  "GET /onchain/pay/:token/events": [sendEvents],
  /** The checkout as the page shows it. Only `?address=true` includes a customer's reusable address. */
  "GET /onchain/pay/:token/status": [
    validateAndTransformQuery(statusParams, {}),
    async (req, res) => {
      const { address } = req.validatedQuery as z.infer<typeof statusParams>
      res.json(await viewCheckout(req.scope, pageViewer(req, address === "true")))
    },
  ],
  "GET /onchain/pay/:token/options": [
    limitCalls,
    async (req, res) => {
      res.json(await listCheckoutOptions(req.scope, pageViewer(req, false)))
    },
  ],
  /** The shop's texts and style, for an element that the server did not render. */
  "GET /onchain/pay/:token/presentation": [
    validateAndTransformQuery(presentationParams, {}),
    async (req, res) => {
      const { locale } = req.validatedQuery as z.infer<typeof presentationParams>
      await findSessionOfPage(req.scope, pageViewer(req, false))
      const { checkout: shop } = req.scope.resolve("onchain").options
      const acceptLanguage = req.headers["accept-language"]
      // The browser uses its own time zone.
      const { timeZone: _, ...words } = pageWords(shop, { locale, acceptLanguage })
      const answer: Presentation = { words, style: checkoutStyle(shop.accentColor) }
      res.type("json")
      await sendCompressed(req, res, JSON.stringify(answer))
    },
  ],
  "POST /onchain/pay/:token/attempts": [
    refuseCrossSite,
    limitCalls,
    validateAndTransformBody(attemptBody),
    (req, res) => {
      const viewer = pageViewer(req, true)
      const { rail } = req.validatedBody as z.infer<typeof attemptBody>
      return answerForm(req, res, "problem_choice", async () => {
        await openAttempt(req.scope, { viewer, rail })
        return isForm(req) ? undefined : viewCheckout(req.scope, viewer)
      })
    },
  ],
  /** Without a signature: what to sign. With one: stores it and has it settled. */
  "POST /onchain/pay/:token/authorizations": [
    refuseCrossSite,
    limitCalls,
    validateAndTransformBody(authorizationBody),
    async (req, res) => {
      const viewer = pageViewer(req, false)
      const { from, signature } = req.validatedBody as z.infer<typeof authorizationBody>
      res.json(
        signature === undefined
          ? await prepareTransfer(req.scope, viewer, from)
          : await payPrepared(req.scope, viewer, { from, signature })
      )
    },
  ],
  /** Stores the transaction hash from the payer's wallet or from the form. */
  "POST /onchain/pay/:token/claims": [
    refuseCrossSite,
    validateAndTransformBody(claimBody),
    (req, res) => {
      const { tx_hash } = req.validatedBody as z.infer<typeof claimBody>
      return answerForm(req, res, "sent_invalid", async (): Promise<OnchainPaymentClaimResponse> => {
        const { isDisplay: _, ...viewer } = pageViewer(req, false)
        const session_id = await findSessionOfPage(req.scope, pageViewer(req, false))
        return { claim: await claimTransaction(req.scope, { ...viewer, session_id, tx_hash }) }
      })
    },
  ],
})
