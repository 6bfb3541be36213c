import type { Network, PayoutRecipient, ReceiveMode, Token } from "../../gateway/contract"

/** Where the service pays on what an invoice or intent brings; one or the other, as the merchant configured it. */
export type Payout = { payoutRouteId: string } | { payoutRecipients: PayoutRecipient[] }

/** One entry of the merchant's allow-list. Left-out parts match anything. */
export type RailRule = {
  chain: string
  networkId?: string | undefined
  token?: string | undefined
  canonicalAssetId?: string | undefined
  receiveMode?: ReceiveMode | undefined
  payoutRouteId?: string | undefined
  payoutRecipients?: PayoutRecipient[] | undefined
}

/** A rail a shopper can pick: a token of the catalog on its network. */
export type RailOption = {
  id: string
  network: Network
  token: Token
  /** Asked for by the merchant's rule; undefined leaves it to the service. */
  receiveMode: ReceiveMode | undefined
  /** Undefined keeps everything in the treasury. */
  payout: Payout | undefined
  /** Another token of the network has the same symbol, so that the symbol alone does not say which one is meant. */
  isSymbolShared: boolean
}

/**
 * Name of a rail in the store API: `chain:networkId:token`, and on Stellar the issuer too,
 * because there the symbol does not identify the asset.
 *
 * @example railId({ chain: "evm", networkId: "base-mainnet", token: "USDC" }) // "evm:base-mainnet:USDC"
 */
export function railId(token: Token): string {
  const parts = [token.chain, token.networkId, token.token]
  if (token.chain === "stellar" && token.issuerAddress) parts.push(token.issuerAddress)
  return parts.join(":")
}

/**
 * Puts catalog and allow-list together. A network of the catalog is needed for each token; in the live
 * environment test networks are left out.
 */
export function listRailOptions(input: {
  networks: readonly Network[]
  tokens: readonly Token[]
  rules: readonly RailRule[] | undefined
  environment: "live" | "sandbox"
}): RailOption[] {
  return input.tokens.flatMap((token) => {
    const network = input.networks.find((n) => n.chain === token.chain && n.networkId === token.networkId)
    if (!network) return []
    if (input.environment === "live" && isTestNetwork(network)) return []
    const rule = input.rules?.find((candidate) => isRuleFor(candidate, token))
    if (input.rules && !rule) return []
    return [
      {
        id: railId(token),
        network,
        token,
        receiveMode: rule?.receiveMode,
        payout: payoutOf(rule),
        isSymbolShared: sharesSymbol(token, input.tokens),
      },
    ]
  })
}

/** Rules that no token of the catalog answers to, as text for the merchant. */
export function listUnknownRails(rules: readonly RailRule[] | undefined, tokens: readonly Token[]): string[] {
  return (rules ?? []).flatMap((rule, index) =>
    tokens.some((token) => isRuleFor(rule, token))
      ? []
      : [`rails[${index}] (${[rule.chain, rule.networkId, rule.token].filter(Boolean).join("/")})`]
  )
}

function isRuleFor(rule: RailRule, token: Token): boolean {
  return (
    rule.chain === token.chain &&
    (rule.networkId ?? token.networkId) === token.networkId &&
    (rule.token ?? token.token) === token.token &&
    (rule.canonicalAssetId ?? token.canonicalAssetId) === token.canonicalAssetId
  )
}

function payoutOf(rule: RailRule | undefined): Payout | undefined {
  const { payoutRouteId, payoutRecipients } = rule ?? {}
  if (payoutRecipients !== undefined) return { payoutRecipients }
  return payoutRouteId === undefined ? undefined : { payoutRouteId }
}

/** Whether another token of its network has the same symbol. */
export function sharesSymbol(token: Token, tokens: readonly Token[]): boolean {
  const { chain, networkId } = token
  return tokens.some(
    (other) =>
      other !== token && other.chain === chain && other.networkId === networkId && other.token === token.token
  )
}

/** Words in names of networks on which nothing has a value. A new test network is called one, or named after one. */
const TEST_NAME =
  /(^|[^a-z])(test|tests|testing)([^a-z]|$)|testnet|devnet|sepolia|goerli|holesky|hoodi|amoy|mumbai|fuji|chapel|futurenet|sandbox|staging/i

/**
 * Whether money on a network is play money.
 *
 * A network that is not said to be live is one when its name says so, and so is one that is said to be live while its name
 * says otherwise: an order that is paid in test tokens has been given away.
 */
export function isTestNetwork({ environment, networkId, name }: Network): boolean {
  return (environment !== undefined && environment !== "live") || TEST_NAME.test(`${networkId} ${name ?? ""}`)
}
