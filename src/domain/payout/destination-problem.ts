import { normalizeAddress, validateAddress } from "../../gateway/address"
import { parseCanonicalAssetId } from "../../gateway/asset"
import type { Network, Token } from "../../gateway/contract"
import type { AddressFormProblem, MemoProblem, TextProblem } from "./address-problem"
import { findAddressProblem, toKnownChain, findTextProblem, findMemoProblem } from "./address-problem"
import { isTestNetwork } from "../payment/rail-option"

export type DestinationProblem =
  | { code: "unknown_network"; networkId: string }
  | { code: "test_network" | "unknown_chain"; networkName: string }
  | { code: "burn" }
  | { code: "token_contract"; token: string }
  /** `suggestion`: the account and memo that the address stands for. */
  | { code: "muxed"; suggestion: { address: string; memo: string } }
  | TextProblem
  | AddressFormProblem
  | MemoProblem

export type EnteredDestination = {
  chain: string
  networkId: string
  address: string
  /** Empty or absent for none. */
  memo: string | undefined
  /** The operator confirms that the receiver needs none; counts on Stellar only. */
  hasNoMemo: boolean
  network: Network | undefined
  tokens: readonly Token[]
  environment: "live" | "sandbox"
}

/** Money sent to an address of the store at the provider would come back as a payment. */
export const OWN_ADDRESS = { code: "own_address" } as const

/** Addresses whose money is lost. */
const BURNT: readonly string[] = [
  "0x0000000000000000000000000000000000000000",
  "0x000000000000000000000000000000000000dEaD",
  "11111111111111111111111111111111",
  "1nc1nerator11111111111111111111111111111111",
  "GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF",
]

/**
 * Why money cannot be paid out to an address. Approving a destination is what confirms who holds it.
 *
 * @see EIP-55; SEP-23 (strkey)
 */
export function findDestinationProblem(entered: EnteredDestination): DestinationProblem | null {
  const { chain, address, network } = entered
  const networkName = network?.name ?? entered.networkId
  const problem = findNetworkProblem(entered) ?? findTextProblem(address)
  if (problem) return problem
  const known = toKnownChain(chain)
  if (known === undefined) return { code: "unknown_chain", networkName }
  return (
    findAddressProblem(known, address, networkName) ??
    findReceiverProblem(entered) ??
    findMemoProblem({ ...entered, networkName }) ??
    findMuxedProblem(chain, address)
  )
}

function findNetworkProblem({
  network,
  networkId,
  environment,
}: EnteredDestination): DestinationProblem | null {
  if (network === undefined) return { code: "unknown_network", networkId }
  return environment === "live" && isTestNetwork(network)
    ? { code: "test_network", networkName: network.name ?? networkId }
    : null
}

function findReceiverProblem({ chain, address, tokens }: EnteredDestination): DestinationProblem | null {
  const normalized = accountOf(chain, address)
  if (BURNT.includes(normalized)) return { code: "burn" }
  const token = tokens.find((one) => one.chain === chain && isHeldBy(one, normalized))
  return token === undefined ? null : { code: "token_contract", token: token.token }
}

/** Whether an address is the token's own contract, on this network or another one of the chain. */
function isHeldBy(
  { chain, contractAddress, tokenMint, issuerAddress, canonicalAssetId }: Token,
  address: string
): boolean {
  const canonical = canonicalAssetId === undefined ? undefined : parseCanonicalAssetId(canonicalAssetId)
  const named = canonical?.chain === "stellar" ? canonical.issuer : canonical?.mint
  return [contractAddress, tokenMint, issuerAddress, named].some(
    (one) => typeof one === "string" && normalizeAddress(chain, one) === address
  )
}

function findMuxedProblem(chain: string, address: string): DestinationProblem | null {
  const muxed = muxedOf(chain, address)
  if (muxed === undefined) return null
  const { account, id } = muxed
  return { code: "muxed", suggestion: { address: account, memo: id } }
}

function accountOf(chain: string, address: string): string {
  return muxedOf(chain, address)?.account ?? normalizeAddress(chain, address)
}

function muxedOf(chain: string, address: string): { account: string; id: string } | undefined {
  const validation = validateAddress({ chain, address })
  return validation.kind === "valid" ? validation.muxed : undefined
}
