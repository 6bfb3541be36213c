import { randomBytes } from "node:crypto"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { NOT_FOUND_PAGE, NOT_FOUND_POLICY } from "../../../../checkout/payment-page/not-found-page"
import { pagePolicy } from "../../../../checkout/payment-page/page-policy"
import type { EnteredProposal, FormProblem } from "../../../../checkout/refund-page/refund-form"
import { renderRefundPage } from "../../../../checkout/refund-page/refund-page"
import { refundWords } from "../../../../checkout/refund-page/refund-words"
import { EVM_CHAINS } from "../../../../checkout/wallet/evm-chains"
import { refundPagePath } from "../../../../domain/payment/payment-page"
import { typedDataOf } from "../../../../domain/refund/refund-address"
import { proposeRefundAddress } from "../../../../workflows/refund/refund-address"
import { viewRefundPage } from "../../../../workflows/refund/queries/view-refund-page"
import { isNotFound } from "../../../request-guards"
import { addressOf } from "../../../store/limit-openings"
import { keptQuery, sendCompressed } from "../../pay/page-request"
import { pageParams } from "../../pay/validators"

const text = (most: number) => z.string().max(most).catch("")

/** A field that is missing or too long counts as empty. */
const proposalForm = z.object({
  email: text(320),
  network_id: text(200),
  address: text(200).transform((address) => address.trim()),
  memo: text(100).transform((memo) => memo.trim()),
  has_no_memo: z
    .literal("true")
    .transform(() => true)
    .catch(false),
  signature: text(4_000),
})

/** The page on which a shopper proposes where a refund goes. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const found = await findPage(req)
  if (!found) return sendNotFound(res)
  await sendPage(req, res, found, { entered: null, problem: null })
}

/** Stores what is proposed and shows the page again, or what is wrong with it. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const found = await findPage(req)
  if (!found) return sendNotFound(res)
  const form = proposalForm.parse(req.body ?? {})
  const { openingLimit } = req.scope.resolve("onchain")
  const waitMs = openingLimit.take(addressOf(req))
  if (waitMs > 0) {
    res.status(429).set("retry-after", String(Math.ceil(waitMs / 1_000)))
    return sendPage(req, res, found, { entered: form, problem: { field: "form", code: "busy" } })
  }
  const result = await proposeRefundAddress(req.scope, {
    ...form,
    request_id: found.request.id,
    signature: form.signature === "" ? null : form.signature,
    host: hostOf(req),
    chain_id: chainIdOf(found.page.network_id),
  })
  if (result.kind === "stored") return res.redirect(303, pathOf(req))
  res.status(400)
  await sendPage(req, res, found, { entered: form, problem: result.problem })
}

type Found = Awaited<ReturnType<typeof viewRefundPage>>

function findPage(req: MedusaRequest): Promise<Found | null> {
  return viewRefundPage(req.scope, req.params.token).catch((error: unknown) => {
    if (isNotFound(error)) return null
    throw error
  })
}

function sendNotFound(res: MedusaResponse): void {
  res.set("content-type", "text/html; charset=utf-8")
  res.status(404).set("content-security-policy", NOT_FOUND_POLICY).send(NOT_FOUND_PAGE)
}

async function sendPage(
  req: MedusaRequest,
  res: MedusaResponse,
  { page, request }: Found,
  form: { entered: EnteredProposal | null; problem: FormProblem | null }
): Promise<void> {
  const { checkout: shop } = req.scope.resolve("onchain").options
  const { locale } = pageParams.parse(req.query)
  const nonce = randomBytes(16).toString("base64")
  const { logoUrl, framedBy } = shop
  res.set("content-type", "text/html; charset=utf-8")
  res.set("content-security-policy", pagePolicy({ nonce, logoUrl, framedBy }))
  const chainId = chainIdOf(page.network_id)
  const claim = {
    host: hostOf(req),
    refundId: request.refundId,
    address: "",
    nonce: request.nonce,
    expiry: Math.floor(request.expiresAt.getTime() / 1_000),
  }
  const html = renderRefundPage({
    ...{ page, nonce, ...form, action: pathOf(req) },
    words: refundWords(shop, { locale, acceptLanguage: req.headers["accept-language"] }),
    typedData: chainId === null ? null : typedDataOf({ ...claim, chainId }),
  })
  await sendCompressed(req, res, html)
}

function pathOf(req: MedusaRequest): string {
  const query = keptQuery({ locale: pageParams.parse(req.query).locale })
  return `${refundPagePath(req.params.token ?? "")}${query && `?${query}`}`
}

/** The host that a wallet signs: the configured one, so that no header decides what was signed. */
function hostOf(req: MedusaRequest): string {
  const { pageUrl } = req.scope.resolve("onchain").options.refundLinks
  return pageUrl === undefined ? (req.headers.host ?? "") : new URL(pageUrl).host
}

/** Null where no wallet can sign, or the chain is unknown. */
function chainIdOf(networkId: string): number | null {
  return Object.hasOwn(EVM_CHAINS, networkId) ? (EVM_CHAINS[networkId]?.chainId ?? null) : null
}
