import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import {
  type EnteredProposal,
  type FormProblem,
  refundWords,
} from "../../../../checkout/refund-page/refund-form"
import { renderRefundPage } from "../../../../checkout/refund-page/refund-page"
import { EVM_CHAINS } from "../../../../checkout/wallet/evm-chains"
import { refundPagePath } from "../../../../domain/payment/payment-page"
import { typedDataOf } from "../../../../domain/refund/refund-address"
import { proposeRefundAddress } from "../../../../workflows/refund/refund-address"
import { viewRefundPage } from "../../../../workflows/refund/queries/view-refund-page"
import { addressOf } from "../../../store/limit-openings"
import { keptQuery, orNull, pageParams, sendPage } from "../../pay/page-request"

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

export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await sendForm(req, res, await findPage(req))
}

export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const found = await findPage(req)
  if (!found) return sendForm(req, res, null)
  const form = proposalForm.parse(req.body ?? {})
  const waitMs = req.scope.resolve("onchain").openingLimit.take(addressOf(req))
  if (waitMs > 0) {
    res.status(429).set("retry-after", String(Math.ceil(waitMs / 1_000)))
    return sendForm(req, res, found, { entered: form, problem: { field: "form", code: "busy" } })
  }
  const problem = await proposeRefundAddress(req.scope, found.refund, {
    ...form,
    host: hostOf(req),
    chain_id: chainIdOf(found.page.network_id),
  })
  if (problem === null) return res.redirect(303, pathOf(req))
  res.status(400)
  await sendForm(req, res, found, { entered: form, problem })
}

type Found = Awaited<ReturnType<typeof viewRefundPage>>
type Form = { entered: EnteredProposal | null; problem: FormProblem | null }

const findPage = (req: MedusaRequest) => orNull(viewRefundPage(req.scope, req.params.token))

function sendForm(
  req: MedusaRequest,
  res: MedusaResponse,
  found: Found | null,
  form: Form = { entered: null, problem: null }
): Promise<void> {
  const { checkout: shop } = req.scope.resolve("onchain").options
  const { locale } = pageParams.parse(req.query)
  return sendPage(req, res, found, ({ page, refund }, nonce) => {
    const chainId = chainIdOf(page.network_id)
    const claim = {
      ...{ host: hostOf(req), refundId: refund.id, address: "", nonce: refund.link_nonce },
      expiry: Math.floor(refund.link_expires_at.getTime() / 1_000),
    }
    return renderRefundPage({
      ...{ page, nonce, ...form, action: pathOf(req) },
      words: refundWords(shop, { locale, acceptLanguage: req.headers["accept-language"] }),
      typedData: chainId === null ? null : typedDataOf({ ...claim, chainId }),
    })
  })
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
