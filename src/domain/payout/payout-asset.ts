import { findToken, type Asset } from "../../gateway/asset"
import { KNOWN_CHAINS, type Network, type Token } from "../../gateway/contract"
import type { PayoutProblem } from "./payout-codes"
import { isTestNetwork, sharesSymbol } from "../payment/rail-option"

export type AssetProblem = PayoutProblem<
  "token_unknown" | "symbol_shared" | "no_decimals" | "no_identity" | "unknown_chain" | "test_network"
>

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
  if (network === undefined) return unknown(symbol, networkId)
  if (environment === "live" && isTestNetwork(network))
    return problem("test_network", `${networkId} is a test network, and this store is live.`)
  if (!KNOWN_CHAINS.some((one) => one === chain))
    return problem("unknown_chain", `This version of the plugin does not know how to pay out on ${chain}.`)
  const token = findToken(tokens, asset) ?? tokens.find((one) => isNamed(one, asset) && isAnonymous(one))
  if (token === undefined) return unknown(symbol, networkId)
  if (sharesSymbol(token, tokens))
    return problem(
      "symbol_shared",
      `Several assets are called ${symbol} on ${networkId}, and a payout names only the symbol.`
    )
  if (token.decimals === undefined)
    return problem(
      "no_decimals",
      `The provider does not say how many decimals ${symbol} has on ${networkId}.`
    )
  return hasNoIdentity(token, tokens)
    ? problem(
        "no_identity",
        `The provider does not say which asset ${symbol} is on ${networkId}: it has no contract, mint or issuer.`
      )
    : null
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

function unknown(symbol: string, networkId: string): AssetProblem {
  return problem("token_unknown", `The provider has no ${symbol} on ${networkId}.`)
}

function problem(code: AssetProblem["code"], words: string): AssetProblem {
  return { code, words }
}
