import type { railItems, serviceItems } from "../service-items"
import { inFile, type Mutant, type Mutants } from "./mutant"

const catalog = inFile("src/sandbox/catalog/catalog.ts")
const tokens = inFile("src/sandbox/catalog/tokens.ts")
const payments = inFile("src/sandbox/payments/receive-transfer.ts")
const balances = inFile("src/sandbox/ledger/ledger-operations.ts")

export const serviceMutants: Record<keyof typeof serviceItems, Mutants> = {
  "rule:service.json": inFile("src/sandbox/http/reply.ts")(
    '"application/json; charset=utf-8"',
    '"text/plain; charset=utf-8"'
  ),
  // Money anywhere pays whatever is open.
  "rule:service.invoice-decides": inFile("src/sandbox/deposits/deposit-arrival.ts")(
    '  moveIn(world, transfer, { to: "awaiting", reason: "deposit_observed", reference: deposit.id })',
    `  moveIn(world, transfer, { to: "awaiting", reason: "deposit_observed", reference: deposit.id })
  for (const invoice of world.invoices.all()) invoice.status = "paid"`
  ),
  "rule:service.rail-everywhere": [
    balances(
      "...{ chain, networkId, token, canonicalAssetId },\n    amounts",
      "...{ chain, networkId: chain, token },\n    amounts"
    ),
    balances(
      "...{ chain, networkId, token, canonicalAssetId },\n    ...kind",
      "...{ chain, networkId: chain, token },\n    ...kind"
    ),
    inFile("src/sandbox/withdrawals/withdrawal-steps.ts")(
      "    ...rail,",
      "    ...rail,\n    networkId: rail.chain,"
    ),
    inFile("src/sandbox/invoices/invoice-steps.ts")(
      "...stored.rail,",
      "...stored.rail, networkId: stored.rail.chain,"
    ),
  ],
  "rule:service.environments": inFile("src/sandbox/credentials.ts")(
    "`${environment}_${kind}_${text(`${environment} ${label}`)}`",
    "`shared_${kind}_${text(label)}`"
  ),
  "rule:service.chains": [
    catalog('network("evm", "base-mainnet"', 'network("eth", "base-mainnet"'),
    catalog('network("sol", "sol-mainnet"', 'network("solana", "sol-mainnet"'),
    catalog('network("stellar", "stellar-mainnet"', 'network("xlm", "stellar-mainnet"'),
  ],
  "rule:service.catalog-discovered": inFile("src/gateway/contract/catalog.ts")(
    "  chain: textSchema,\n  networkId",
    '  chain: z.enum(["evm", "sol", "stellar"]),\n  networkId'
  ),
}

/** A network by its line of the sandbox's catalog: its name, its environment, and one of its assets. */
function networkMutants(id: string, name: string, environment: string, asset?: string): Mutant[] {
  const line = `"${id}", "${name}", "${environment}"`
  const other = environment === "live" ? "sandbox" : "live"
  return [
    catalog(line, `"${id}-2", "${name}", "${environment}"`),
    catalog(line, `"${id}", "A network", "${environment}"`),
    catalog(line, `"${id}", "${name}", "${other}"`),
    ...(asset === undefined ? [] : [tokens(asset, asset.replace(/"(\w+)", (\d)/, '"$1X", $2'))]),
  ]
}

const withoutNetwork = payments('if (asset.networkId !== invoice.rail.networkId) return "wrong_network"', "")
const anyToken = payments('return sent.token === expected.token ? null : "wrong_asset"', "return null")
const anyIssuer = payments('"wrong_issuer" : "wrong_asset"', 'null : "wrong_asset"')
const bySymbol = payments("if (expected.canonicalAssetId === undefined) return", "if (expected.token) return")

export const railMutants: Record<keyof typeof railItems, Mutants> = {
  "rule:rail.network": withoutNetwork,
  "rule:rail.label": bySymbol,
  "network:base-mainnet": networkMutants(
    "base-mainnet",
    "Base",
    "live",
    'contract("evm", "base-mainnet", "USDC", 6'
  ),
  "network:bnb-mainnet": networkMutants(
    "bnb-mainnet",
    "BNB Smart Chain",
    "live",
    '"bnb-mainnet", "USDT", 18'
  ),
  "network:eth-mainnet": networkMutants("eth-mainnet", "Ethereum", "live", '"eth-mainnet", "USDT", 6'),
  "network:sol-mainnet": networkMutants("sol-mainnet", "Solana", "live", 'mint("sol-mainnet", "USDC", 6'),
  "network:stellar-mainnet": networkMutants(
    "stellar-mainnet",
    "Stellar",
    "live",
    'issued("stellar-mainnet", "USDT", 7'
  ),
  "network:base-sepolia": networkMutants("base-sepolia", "Base Sepolia", "sandbox"),
  "network:eth-sepolia": networkMutants("eth-sepolia", "Ethereum Sepolia", "sandbox"),
  "network:sol-devnet": networkMutants("sol-devnet", "Solana Devnet", "sandbox"),
  "rule:match.exact": [withoutNetwork, anyToken],
  "rule:match.canonical": anyIssuer,
  "rule:match.native": tokens('"stellar:XLM:native"', '"stellar:native"'),
  "rule:match.registered": inFile("src/sandbox/payments/observed-asset.ts")(
    "catalog.findAsset(networkId, canonicalAssetId)",
    'catalog.findAsset(networkId, canonicalAssetId) ?? catalog.findToken(networkId, token ?? "")'
  ),
  "rule:match.wrong-asset": anyToken,
  "rule:match.wrong-network": withoutNetwork,
  "rule:match.wrong-issuer": anyIssuer,
  "rule:match.symbol-only": bySymbol,
  "rule:match.settled-stands": payments(
    "    return reason\n  }\n  moveIn(world",
    '    invoice.status = "pending"\n    return reason\n  }\n  moveIn(world'
  ),
  "rule:match.solana": [
    tokens("`sol:${token}:${tokenMint}`", "`sol:${tokenMint}`"),
    inFile("src/sandbox/deposits/deposit-steps.ts")("tokenMint: asset.tokenMint", "tokenMint: undefined"),
  ],
}
