import type { Token } from "../../../src/gateway/contract"
import type { GatewayClient } from "../../../src/gateway"
import { collect } from "../../../src/gateway/client/lists"

/** Rails the stories pay on. A real integration finds them in the catalog; `stellarUsdc` does. */
export const usdcOnBase = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
export const ethOnBase = { chain: "evm", networkId: "base-mainnet", token: "ETH" }
export const usdcOnEthereum = { chain: "evm", networkId: "eth-mainnet", token: "USDC" }
export const usdcOnSolana = { chain: "sol", networkId: "sol-mainnet", token: "USDC" }
export const xlm = { chain: "stellar", networkId: "stellar-mainnet", token: "XLM" }
/** A chain the document does not name. */
export const nova = { chain: "nova", networkId: "nova-mainnet", token: "NOVA" }

/** The catalog's entry of an asset. */
export async function tokenOf(
  gateway: GatewayClient,
  rail: { networkId: string; token: string }
): Promise<Token> {
  const tokens = await collect(gateway.listTokens({ networkId: rail.networkId }))
  const found = tokens.find(({ token }) => token === rail.token)
  if (!found) throw new Error(`${rail.token} is not in the catalog of ${rail.networkId}`)
  return found
}

/** USDC on Stellar as an invoice names it: by its canonical id. */
export async function stellarUsdc(gateway: GatewayClient) {
  const rail = { ...xlm, token: "USDC" }
  const { canonicalAssetId } = await tokenOf(gateway, rail)
  if (canonicalAssetId === undefined) throw new Error("an issued asset has a canonical id")
  return { ...rail, canonicalAssetId }
}
