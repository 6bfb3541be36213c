import { findToken, type Asset } from "../../gateway/asset"
import { KNOWN_CHAINS, type Network, type Token } from "../../gateway/contract"
import { isTestNetwork, sharesSymbol } from "../payment/rail-option"

export type AssetProblem =
  | {
      code: "token_unknown" | "symbol_shared" | "no_decimals" | "no_identity"
      token: string
      networkId: string
    }
  | { code: "unknown_chain"; chain: string }
  | { code: "test_network"; networkId: string }

/**
 * Why an asset cannot be paid out.
 *
 * A quote names an asset by chain, network and symbol only, so the symbol has to be unique and the catalog
 * has to identify its asset.
 *
 * @see service-interface "Withdrawal quote and withdrawal"
 */
export function findAssetProblem(payout: {
  asset: Asset
  tokens: readonly Token[]
  network: Network | undefined
  environment: "live" | "sandbox"
}): AssetProblem | null {
  const { asset, tokens, network, environment } = payout
  const { chain, networkId, token: symbol } = asset
  const named = { token: symbol, networkId }
  if (network === undefined) return { code: "token_unknown", ...named }
  if (environment === "live" && isTestNetwork(network)) return { code: "test_network", networkId }
  if (!KNOWN_CHAINS.some((one) => one === chain)) return { code: "unknown_chain", chain }
  const token = findToken(tokens, asset) ?? tokens.find((one) => isNamed(one, asset) && isAnonymous(one))
  if (token === undefined) return { code: "token_unknown", ...named }
  if (sharesSymbol(token, tokens)) return { code: "symbol_shared", ...named }
  if (token.decimals === undefined) return { code: "no_decimals", ...named }
  return hasNoIdentity(token, tokens) ? { code: "no_identity", ...named } : null
}

function isNamed(token: Token, asset: Asset): boolean {
  return token.chain === asset.chain && token.networkId === asset.networkId && token.token === asset.token
}

/** Such a token cannot be distinguished from another one with the same name. */
function hasNoIdentity(token: Token, tokens: readonly Token[]): boolean {
  if (token.chain !== "evm") return isAnonymous(token)
  // A network has one native coin, without a contract. Of two, one is not what it seems.
  const coins = tokens.filter(
    (one) => one.chain === token.chain && one.networkId === token.networkId && !one.contractAddress
  )
  return coins.includes(token) && coins.length > 1
}

/** Stellar and Solana identify every asset, the native coin included. */
function isAnonymous({ chain, canonicalAssetId, tokenMint }: Token): boolean {
  if (chain === "stellar") return !canonicalAssetId
  return chain === "sol" && !tokenMint && !/^sol:[^:]+:native$/.test(canonicalAssetId ?? "")
}
