import type { Network, Token } from "../../../gateway/contract"
import { isTestNetwork, listRailOptions, listUnknownRails, railId, type RailRule } from "../rails"

const base: Network = { chain: "evm", networkId: "base-mainnet", environment: "live" }
const sepolia: Network = { chain: "evm", networkId: "base-sepolia", environment: "sandbox" }
const stellar: Network = { chain: "stellar", networkId: "stellar-mainnet", environment: "live" }
const unheardOf: Network = { chain: "move", networkId: "move-mainnet" }
const networks = [base, sepolia, stellar, unheardOf]

const token = (network: Network, symbol: string, more: Partial<Token> = {}): Token => ({
  chain: network.chain,
  networkId: network.networkId,
  token: symbol,
  decimals: 6,
  ...more,
})
const issued = (issuer: string) =>
  token(stellar, "USDC", {
    assetCode: "USDC",
    issuerAddress: issuer,
    canonicalAssetId: `stellar:USDC:${issuer}`,
  })
const tokens = [
  token(base, "USDC"),
  token(base, "ETH", { decimals: 18 }),
  token(sepolia, "USDC"),
  token(stellar, "XLM", { canonicalAssetId: "stellar:XLM:native" }),
  issued("GONE"),
  issued("GTWO"),
  token(unheardOf, "MOVE"),
]
const list = (rules?: RailRule[], environment: "live" | "sandbox" = "live") =>
  listRailOptions({ networks, tokens, rules, environment }).map((rail) => rail.id)

test("without an allow-list every rail of the catalog is offered, chains we never heard of too", () => {
  expect(list(undefined, "sandbox")).toEqual([
    "evm:base-mainnet:USDC",
    "evm:base-mainnet:ETH",
    "evm:base-sepolia:USDC",
    "stellar:stellar-mainnet:XLM",
    "stellar:stellar-mainnet:USDC:GONE",
    "stellar:stellar-mainnet:USDC:GTWO",
    "move:move-mainnet:MOVE",
  ])
})

test("in the live environment a network that says it is for tests is left out, and a silent one is kept", () => {
  expect(list()).not.toContain("evm:base-sepolia:USDC")
  expect(list()).toContain("move:move-mainnet:MOVE")
  expect(list([{ chain: "evm", networkId: "base-sepolia" }])).toEqual([])
})

test.each<[string, RailRule[], string[]]>([
  ["a whole chain", [{ chain: "evm" }], ["evm:base-mainnet:USDC", "evm:base-mainnet:ETH"]],
  ["one network", [{ chain: "move", networkId: "move-mainnet" }], ["move:move-mainnet:MOVE"]],
  ["one token wherever it is", [{ chain: "evm", token: "USDC" }], ["evm:base-mainnet:USDC"]],
  [
    "one issuer",
    [{ chain: "stellar", token: "USDC", canonicalAssetId: "stellar:USDC:GTWO" }],
    ["stellar:stellar-mainnet:USDC:GTWO"],
  ],
  [
    "a symbol on Stellar, which is every issuer of it",
    [{ chain: "stellar", token: "USDC" }],
    ["stellar:stellar-mainnet:USDC:GONE", "stellar:stellar-mainnet:USDC:GTWO"],
  ],
  ["nothing when the symbol is in other letters", [{ chain: "evm", token: "usdc" }], []],
  [
    "nothing when a canonical id is requested of a token without one",
    [{ chain: "evm", canonicalAssetId: "x" }],
    [],
  ],
])("an allow-list can name %s", (_, rules, expected) => {
  expect(list(rules)).toEqual(expected)
})

test("a rail that two rules name is offered once", () => {
  expect(list([{ chain: "evm" }, { chain: "evm", token: "ETH" }])).toEqual([
    "evm:base-mainnet:USDC",
    "evm:base-mainnet:ETH",
  ])
})

test("a token whose network is not in the catalog is left out", () => {
  const stray = token({ chain: "evm", networkId: "nowhere" }, "USDC")
  const otherChain = token({ chain: "sol", networkId: "base-mainnet" }, "USDC")
  const input = { networks, rules: undefined, environment: "live" as const }
  expect(listRailOptions({ ...input, tokens: [stray, otherChain] })).toEqual([])
})

test("two issuers of one symbol have two names, and a native asset needs none", () => {
  expect(railId(issued("GONE"))).not.toBe(railId(issued("GTWO")))
  expect(railId(token(stellar, "XLM"))).toBe("stellar:stellar-mainnet:XLM")
  expect(railId(token(base, "USDC", { issuerAddress: "0xabc" }))).toBe("evm:base-mainnet:USDC")
})

test("rules that nothing answers to are reported with their place and parts", () => {
  const rules = [{ chain: "evm" }, { chain: "evm", networkId: "polygon", token: "USDC" }, { chain: "btc" }]
  expect(listUnknownRails(rules, tokens)).toEqual(["rails[1] (evm/polygon/USDC)", "rails[2] (btc)"])
  expect(listUnknownRails(undefined, tokens)).toEqual([])
})

const railsWith = (rules?: RailRule[]) => listRailOptions({ networks, tokens, rules, environment: "live" })

test("a rail has the payout of its rule, or none", () => {
  const payoutRecipients = [{ label: "Maker", destinationAddress: "0x1", shareBps: 10_000 }]
  expect(railsWith([{ chain: "evm", payoutRecipients }])[0]?.payout).toEqual({ payoutRecipients })
  expect(railsWith([{ chain: "evm", payoutRouteId: "route_1" }])[0]?.payout).toEqual({
    payoutRouteId: "route_1",
  })
  for (const { payout } of [...railsWith(), ...railsWith([{ chain: "evm" }])]) expect(payout).toBeUndefined()
})

test("a symbol that two assets of a network share is reported, also when the allow-list has one of them", () => {
  const shared = (rules?: RailRule[]) =>
    railsWith(rules)
      .filter(({ isSymbolShared }) => isSymbolShared)
      .map(({ id }) => id)
  expect(shared()).toEqual(["stellar:stellar-mainnet:USDC:GONE", "stellar:stellar-mainnet:USDC:GTWO"])
  expect(shared([{ chain: "stellar", canonicalAssetId: "stellar:USDC:GTWO" }])).toEqual([
    "stellar:stellar-mainnet:USDC:GTWO",
  ])
})

describe("a network for tests", () => {
  const named = (networkId: string, name?: string, environment?: string): Network => ({
    chain: "evm",
    networkId,
    name,
    environment,
  })
  it.each([
    named("base-sepolia"),
    named("sol-devnet"),
    named("stellar-testnet"),
    named("x", "Polygon Amoy"),
    named("x", "Arbitrum Test Network"),
    named("bnb-chapel"),
    named("eth-sepolia", "Ethereum", "live"),
    named("base-mainnet", "Base", "sandbox/test"),
    named("base-mainnet", "Base", "anything but that"),
  ])("is not offered in live: %j", (network) => {
    const token: Token = { chain: "evm", networkId: network.networkId, token: "USDC" }
    const input = { networks: [network], tokens: [token], rules: undefined }
    expect(listRailOptions({ ...input, environment: "live" })).toEqual([])
    expect(listRailOptions({ ...input, environment: "sandbox" })).toHaveLength(1)
  })

  it.each([
    named("base-mainnet"),
    named("contest-chain", "Contest"),
    named("eth-mainnet", "Ethereum", "live"),
    named("attestation-mainnet", "Attestation", "live"),
  ])("is no other: %j", (network) => expect(isTestNetwork(network)).toBe(false))
})
