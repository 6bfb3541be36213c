import { z } from "zod"
import { decimalSchema } from "../../gateway/contract"
import type { Catalog, CatalogToken } from "../catalog/catalog"
import { fixedBytes, toAddress } from "../determinism/identifiers"

/** An asset as seen on the chain. The service gives unsupported ones no value. */
export type ObservedAsset = CatalogToken & { supported: boolean }

type Observation = { chain: string; networkId: string; token?: string; canonicalAssetId?: string }

/** Decimals of assets the catalog lacks. */
const UNKNOWN_DECIMALS: Readonly<Record<string, number>> = { sol: 9, stellar: 7 }
const UNKNOWN_DECIMALS_ELSEWHERE = 18

/**
 * Identifies the moved asset. A canonical id decides when given; the symbol proves nothing then.
 *
 * @see service-interface "Token matching rules"
 */
export function observeAsset(catalog: Catalog, observation: Observation): ObservedAsset {
  const { networkId, token, canonicalAssetId } = observation
  const listed =
    canonicalAssetId === undefined
      ? catalog.findToken(networkId, token ?? "")
      : catalog.findAsset(networkId, canonicalAssetId)
  return listed ? { ...listed, supported: true } : unlisted(catalog, observation)
}

function unlisted(catalog: Catalog, observation: Observation): ObservedAsset {
  const { chain, networkId, canonicalAssetId = inventedId(observation) } = observation
  const token = observation.token ?? canonicalAssetId?.split(":")[1] ?? "UNKNOWN"
  const decimals =
    catalog.findToken(networkId, token)?.decimals ?? UNKNOWN_DECIMALS[chain] ?? UNKNOWN_DECIMALS_ELSEWHERE
  const origin = canonicalAssetId?.split(":")[2]
  return {
    ...{ chain, networkId, token, decimals, canonicalAssetId, usdPrice: "0", supported: false },
    ...(chain === "sol" ? { tokenMint: origin } : {}),
    ...(chain === "stellar" ? { assetCode: token, issuerAddress: origin } : {}),
  }
}

/** On these chains every asset has a mint or an issuer, even when a transfer names only its symbol. */
function inventedId({ chain, networkId, token }: Observation): string | undefined {
  if (chain !== "sol" && chain !== "stellar") return undefined
  return `${chain}:${token}:${toAddress(chain, fixedBytes("unlisted asset", `${networkId}/${token}`))}`
}

const text = z.string().min(1)

/** A payment; absent fields default to the invoice. */
export const paymentRequestSchema = z.strictObject({
  amount: decimalSchema.optional(),
  token: text.optional(),
  chain: text.optional(),
  networkId: text.optional(),
  canonicalAssetId: text.optional(),
  /** `null` sends no memo. */
  memo: text.nullable().optional(),
  fromAddress: text.optional(),
})
export type PaymentRequest = z.infer<typeof paymentRequestSchema>

/** Why money of a payment does not settle its invoice. */
export type ReviewReason =
  | "wrong_chain"
  | "wrong_network"
  | "wrong_asset"
  | "wrong_issuer"
  | "missing_memo"
  | "wrong_memo"
  | "invoice_not_payable"

/** One transfer and its outcome on arrival. */
export type Payment = {
  chain: string
  networkId: string
  token: string
  canonicalAssetId?: string
  /** Decimal in token units. */
  amount: string
  memo: string | null
  txHash: string
  operationIndex: number
  fromAddress: string
  toAddress: string
  at: string
  /**
   * - `accepted`: counts towards the invoice
   * - `deposit`: a customer's, judged once final
   * - `review`: counts towards nothing, for `reason`
   */
  outcome: "accepted" | "deposit" | "review"
  reason?: ReviewReason
  /** The invoice it reached; else the argument of `pay`. */
  invoiceId?: string
  depositId?: string
  customerId?: string
}
