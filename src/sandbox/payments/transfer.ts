import { z } from "zod"
import { decimalSchema } from "../../gateway/contract"
import { assetKey, type CatalogNetwork, nextBlockAtMs, requireNetwork } from "../catalog/catalog"
import { newTxHash, toAddress } from "../determinism/identifiers"
import { positiveAmount } from "../invoices/invoice-operations"
import type { Account } from "../ledger/ledger"
import type { World } from "../world"
import { observeAsset, type ObservedAsset } from "./payment"

const text = z.string().min(1)

/** Symbol, canonical id, or both identify the asset. */
export const transferRequestSchema = z
  .strictObject({
    toAddress: text,
    chain: text,
    networkId: text,
    token: text.optional(),
    canonicalAssetId: text.optional(),
    /** Decimal in token units. */
    amount: decimalSchema,
    /** `null` means none. */
    memo: text.nullable().optional(),
    /** @default a new address */
    fromAddress: text.optional(),
    /** Position within its transaction. @default 0 */
    operationIndex: z.number().int().nonnegative().optional(),
  })
  .refine(({ token, canonicalAssetId }) => token !== undefined || canonicalAssetId !== undefined, {
    path: ["token"],
    message: "is required without canonicalAssetId",
  })
export type TransferRequest = z.infer<typeof transferRequestSchema>

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

/** @throws SandboxError for an unknown network, or an amount the asset cannot hold */
export function makeTransfer({ catalog, identifiers }: World, request: TransferRequest): Transfer {
  const { chain, networkId, amount, toAddress: to, fromAddress, operationIndex = 0, memo = null } = request
  const network = requireNetwork(catalog, chain, networkId)
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

type Destination = { to: Extract<Account, "awaiting" | "recovery">; reason: string; reference: string }

export function moveIn({ ledger }: World, transfer: Transfer, { to, reason, reference }: Destination): void {
  const { asset, amountBaseUnits: baseUnits, txHash, toAddress, memo } = transfer
  const key = asset.supported ? assetKey(asset) : ledger.introduce(asset)
  ledger.move({ asset: key, from: "outside", to, baseUnits, reason, reference, txHash, toAddress, memo })
}

/** When a transaction of now is final: after its blocks, or with the next closed ledger. */
export function finalAtMs(network: CatalogNetwork, startMs: number, nowMs: number): number {
  const { finality, blockTimeMs } = network
  const blocks = finality.kind === "ledger" ? 1 : finality.requiredConfirmations
  return nextBlockAtMs(network, startMs, nowMs) + (blocks - 1) * blockTimeMs
}
