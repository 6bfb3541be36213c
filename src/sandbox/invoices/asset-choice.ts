import type { CreateInvoiceRequest } from "../../gateway/contract"
import type { Catalog, CatalogNetwork } from "../catalog/catalog"
import type { CatalogToken } from "../catalog/tokens"
import { invalid } from "../sandbox-error"

type AssetRequest = Pick<
  CreateInvoiceRequest,
  "chain" | "networkId" | "token" | "assetCode" | "issuerAddress" | "canonicalAssetId" | "receiveMode"
>

const STELLAR_ONLY = ["assetCode", "issuerAddress", "canonicalAssetId", "receiveMode"] as const

/**
 * Finds the network and asset of a request.
 *
 * @throws SandboxError naming the wrong field
 * @see service-interface "Token matching rules"
 */
export function chooseAsset(
  request: AssetRequest,
  catalog: Catalog
): { network: CatalogNetwork; asset: CatalogToken } {
  const network = catalog.findNetwork(request.chain, request.networkId)
  if (!network) {
    const message = `no network "${request.networkId}" of chain "${request.chain}" is in the catalog`
    throw invalid({ field: "networkId", message })
  }
  if (request.chain === "stellar") return { network, asset: chooseStellarAsset(request, catalog) }

  const misplaced = STELLAR_ONLY.filter((field) => request[field] !== undefined)
  if (misplaced.length > 0) {
    throw invalid(...misplaced.map((field) => ({ field, message: "is for Stellar only" })))
  }
  const asset = catalog.findToken(request.networkId, request.token)
  if (!asset) throw invalid({ field: "token", message: `is not in the catalog of ${request.networkId}` })
  return { network, asset }
}

/** On Stellar the symbol is only a label: the identity decides, and only XLM may omit it. */
function chooseStellarAsset(request: AssetRequest, catalog: Catalog): CatalogToken {
  const identity = stellarIdentity(request)
  const asset = catalog.findAsset(request.networkId, identity)
  if (asset) return asset
  const field = request.canonicalAssetId === undefined ? "issuerAddress" : "canonicalAssetId"
  throw invalid({ field, message: `"${identity}" is not in the catalog of ${request.networkId}` })
}

function stellarIdentity({ token, assetCode, issuerAddress, canonicalAssetId }: AssetRequest): string {
  if (assetCode !== undefined && issuerAddress === undefined) {
    throw invalid({ field: "issuerAddress", message: "is needed beside assetCode" })
  }
  if (issuerAddress !== undefined && assetCode === undefined) {
    throw invalid({ field: "assetCode", message: "is needed beside issuerAddress" })
  }
  const fromParts = assetCode === undefined ? undefined : `stellar:${assetCode}:${issuerAddress}`
  if (canonicalAssetId !== undefined && fromParts !== undefined && canonicalAssetId !== fromParts) {
    throw invalid({ field: "canonicalAssetId", message: "contradicts assetCode and issuerAddress" })
  }
  const identity = canonicalAssetId ?? fromParts ?? (token === "XLM" ? "stellar:XLM:native" : undefined)
  if (identity !== undefined) return identity
  throw invalid({
    field: "canonicalAssetId",
    message: `an issued asset such as ${token} needs it (or assetCode and issuerAddress)`,
  })
}
