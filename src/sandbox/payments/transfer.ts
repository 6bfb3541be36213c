import { z } from "zod"
import { decimalSchema } from "../../gateway/contract"
import type { CatalogNetwork } from "../catalog/networks"
import { positiveAmount } from "../invoices/invoice-creation"
import { invalid } from "../sandbox-error"
import type { World } from "../world"
import { newTxHash, toAddress } from "./chain-text"
import { observeAsset, type ObservedAsset } from "./observed-asset"

const text = z.string().min(1)

/** A transfer to make. The asset is named by its symbol, by its canonical id, or by both. */
export const transferRequestSchema = z
  .strictObject({
    toAddress: text,
    chain: text,
    networkId: text,
    token: text.optional(),
    canonicalAssetId: text.optional(),
    /** Decimal in token units. */
    amount: decimalSchema,
    /** `null` is the same as none. */
    memo: text.nullable().optional(),
    /** @default an address nobody has seen before */
    fromAddress: text.optional(),
    /** Place within its transaction. @default 0 */
    operationIndex: z.number().int().nonnegative().optional(),
  })
  .refine(({ token, canonicalAssetId }) => token !== undefined || canonicalAssetId !== undefined, {
    path: ["token"],
    message: "is needed where canonicalAssetId is missing",
  })
export type TransferRequest = z.infer<typeof transferRequestSchema>

/** A transfer as it lies on the chain. */
export type Transfer = {
  network: CatalogNetwork
  asset: ObservedAsset
  amountBaseUnits: bigint
  txHash: string
  operationIndex: number
  fromAddress: string
  toAddress: string
  memo: string | null
}

/**
 * Puts a transfer on the chain.
 *
 * @throws SandboxError for a network the catalog does not have, and for an amount the asset cannot hold
 */
export function makeTransfer({ catalog, identifiers }: World, request: TransferRequest): Transfer {
  const { chain, networkId, amount, toAddress: to, fromAddress, operationIndex = 0, memo = null } = request
  const network = catalog.findNetwork(chain, networkId)
  if (!network) {
    const message = `no network "${networkId}" of chain "${chain}" is in the catalog`
    throw invalid({ field: "networkId", message })
  }
  const asset = observeAsset(catalog, request)
  return {
    network,
    asset,
    amountBaseUnits: positiveAmount(amount, asset.decimals),
    txHash: newTxHash(chain, identifiers),
    operationIndex,
    fromAddress: fromAddress ?? toAddress(chain, identifiers.bytes("sender")),
    toAddress: to,
    memo,
  }
}
