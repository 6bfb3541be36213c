import type { Catalog } from "../catalog/catalog"
import type { CatalogToken } from "../catalog/tokens"
import { fixedBytes } from "../determinism/identifiers"
import { toAddress } from "./chain-text"

/** An asset as it is seen on the chain. One the catalog does not have is worth nothing to the service. */
export type ObservedAsset = CatalogToken & { supported: boolean }

type Sighting = { chain: string; networkId: string; token?: string; canonicalAssetId?: string }

/** Decimals of an asset the catalog does not have. */
const UNKNOWN_DECIMALS: Readonly<Record<string, number>> = { sol: 9, stellar: 7 }
const UNKNOWN_DECIMALS_ELSEWHERE = 18

/**
 * Finds out which asset moved. Where a canonical id is given it decides, and the symbol proves nothing.
 *
 * @see service-interface "Token matching rules"
 */
export function observeAsset(catalog: Catalog, sighting: Sighting): ObservedAsset {
  const { networkId, token, canonicalAssetId } = sighting
  const listed =
    canonicalAssetId === undefined
      ? catalog.findToken(networkId, token ?? "")
      : catalog.findAsset(networkId, canonicalAssetId)
  return listed ? { ...listed, supported: true } : unlisted(catalog, sighting)
}

function unlisted(catalog: Catalog, sighting: Sighting): ObservedAsset {
  const { chain, networkId, canonicalAssetId = inventedId(sighting) } = sighting
  const token = sighting.token ?? canonicalAssetId?.split(":")[1] ?? "UNKNOWN"
  const decimals =
    catalog.findToken(networkId, token)?.decimals ?? UNKNOWN_DECIMALS[chain] ?? UNKNOWN_DECIMALS_ELSEWHERE
  const origin = canonicalAssetId?.split(":")[2]
  return {
    ...{ chain, networkId, token, decimals, canonicalAssetId, usdPrice: "0", supported: false },
    ...(chain === "sol" ? { tokenMint: origin } : {}),
    ...(chain === "stellar" ? { assetCode: token, issuerAddress: origin } : {}),
  }
}

/** Every asset of these chains has a mint or an issuer, also one that is named by its symbol only. */
function inventedId({ chain, networkId, token }: Sighting): string | undefined {
  if (chain !== "sol" && chain !== "stellar") return undefined
  return `${chain}:${token}:${toAddress(chain, fixedBytes("unlisted asset", `${networkId}/${token}`))}`
}
