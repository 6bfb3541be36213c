import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { randomBytes } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import {
  NOT_FOUND_PAGE,
  NOT_FOUND_POLICY,
  pagePolicy,
  type PaymentPage,
} from "../../../checkout/payment-page/payment-page"
import { sayPlain, type Words } from "../../../checkout/view/words"
import { hashPageToken, pagePath } from "../../../domain/payment/payment-page"
import type { PaymentViewer } from "../../../workflows/payment/queries/view-payment"

export const pageParams = z.object({
  choose: z.string().optional().catch(undefined),
  problem: z.string().optional().catch(undefined),
  locale: z.string().max(35).optional().catch(undefined),
  return: z.string().max(2_000).optional().catch(undefined),
})

export function pageViewer(req: MedusaRequest, isDisplay: boolean): PaymentViewer {
  return { customer_id: null, token_hash: hashPageToken(req.params.token), isDisplay }
}

/** A form sent without JavaScript: the answer is the page again. */
export function isForm(req: MedusaRequest): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(req.headers["content-type"] ?? "")
}

const FORM_PROBLEMS = ["problem", "problem_busy", "problem_choice", "sent_invalid"] as const
export type FormProblem = (typeof FORM_PROBLEMS)[number]

export function problemOf(error: unknown, invalid: FormProblem): FormProblem {
  if (!MedusaError.isMedusaError(error)) throw error
  if (error.type === MedusaError.Types.INVALID_DATA) return invalid
  return error.type === MedusaError.Types.NOT_ALLOWED ? "problem" : invalid
}

/** @param problem from the query string; unknown values show nothing */
export function noticeOf(problem: string | undefined, words: Words, network: string | null): Notice | null {
  const key = FORM_PROBLEMS.find((known) => known === problem)
  return key ? { tone: "bad", text: sayPlain(words, key, { network: network ?? "" }) } : null
}
type Notice = NonNullable<PaymentPage["notice"]>

/** What the page's forms and links take along: its language and the way back. */
export function keptQuery(query: unknown): string {
  const { locale, return: returnUrl } = pageParams.parse(query)
  const kept = { ...(locale && { locale }), ...(returnUrl && { return: returnUrl }) }
  return new URLSearchParams(kept).toString()
}

export function returnToPage(req: MedusaRequest, res: MedusaResponse, problem?: FormProblem): void {
  const parameters = [problem && `problem=${problem}`, keptQuery(req.query)].filter(Boolean).join("&")
  res.redirect(303, `${pagePath(req.params.token ?? "")}${parameters && `?${parameters}`}`)
}

/** Sends a page, or the page of a link that opens nothing. @param page null where there is none */
export async function sendPage<Page>(
  req: MedusaRequest,
  res: MedusaResponse,
  page: Page | null,
  render: (page: Page, nonce: string) => string
): Promise<void> {
  res.set("content-type", "text/html; charset=utf-8")
  if (page === null)
    return void res.status(404).set("content-security-policy", NOT_FOUND_POLICY).send(NOT_FOUND_PAGE)
  const { logoUrl, framedBy } = req.scope.resolve("onchain").options.checkout
  const nonce = randomBytes(16).toString("base64")
  res.set("content-security-policy", pagePolicy({ nonce, logoUrl, framedBy }))
  await sendCompressed(req, res, render(page, nonce))
}

/** Null for what is not found. A workflow throws a step's error as a plain object with the same fields. */
export function orNull<T>(found: Promise<T>): Promise<T | null> {
  return found.catch((error: unknown) => {
    if (MedusaError.isMedusaError(error) && error.type === MedusaError.Types.NOT_FOUND) return null
    throw error
  })
}

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }
const SPEEDS = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  gzip: { level: 6 },
} as const

/** The best encoding the browser accepts. @example encodingFor("gzip, br") // "br" */
export function encodingFor(acceptEncoding: unknown): "br" | "gzip" | null {
  const text = typeof acceptEncoding === "string" ? acceptEncoding : ""
  const accepted = text
    .split(",")
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(";")[0]?.trim())
  if (accepted.includes("br")) return "br"
  return accepted.includes("gzip") ? "gzip" : null
}

export async function sendCompressed(req: MedusaRequest, res: MedusaResponse, body: string): Promise<void> {
  const encoding = encodingFor(req.headers["accept-encoding"])
  res.vary("accept-encoding")
  if (encoding === null) return void res.send(body)
  const bytes =
    encoding === "br" ? await compress.br(body, SPEEDS.br) : await compress.gzip(body, SPEEDS.gzip)
  res.set("content-encoding", encoding)
  res.send(bytes)
}
