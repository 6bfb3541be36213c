import type { Network, PayoutRecipient, ReceiveMode, Token } from "../../gateway/contract"

/** Where the service pays out what an invoice or intent brings, as the merchant configured it. */
export type Payout = { payoutRouteId: string } | { payoutRecipients: PayoutRecipient[] }

/** An entry of the merchant's allow-list. Omitted fields match anything. */
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
  /** From the merchant's rule; undefined leaves it to the service. */
  receiveMode: ReceiveMode | undefined
  /** Undefined keeps everything in the treasury. */
  payout: Payout | undefined
  /** Another token of the network has the same symbol, so the symbol alone is ambiguous. */
  isSymbolShared: boolean
}

/**
 * Name of a rail in the store API: `chain:networkId:token`, and on Stellar the issuer too.
 *
 * @example railId({ chain: "evm", networkId: "base-mainnet", token: "USDC" }) // "evm:base-mainnet:USDC"
 */
export function railId(token: Token): string {
  const parts = [token.chain, token.networkId, token.token]
  if (token.chain === "stellar" && token.issuerAddress) parts.push(token.issuerAddress)
  return parts.join(":")
}

/**
 * Combines catalog and allow-list. Each token needs a network of the catalog; the live environment leaves out
 * test networks.
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

/** Rules that match no token of the catalog, as text for the merchant. */
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

export function sharesSymbol(token: Token, tokens: readonly Token[]): boolean {
  const { chain, networkId } = token
  return tokens.some(
    (other) =>
      other !== token && other.chain === chain && other.networkId === networkId && other.token === token.token
  )
}

/** Words in the names of test networks. */
const TEST_NAME =
  /(^|[^a-z])(test|tests|testing)([^a-z]|$)|testnet|devnet|sepolia|goerli|holesky|hoodi|amoy|mumbai|fuji|chapel|futurenet|sandbox|staging/i

/**
 * Whether money on a network is worthless.
 *
 * A network is live only when both its environment and its name say so: an order paid in test tokens is given
 * away.
 */
export function isTestNetwork({ environment, networkId, name }: Network): boolean {
  return (environment !== undefined && environment !== "live") || TEST_NAME.test(`${networkId} ${name ?? ""}`)
}
