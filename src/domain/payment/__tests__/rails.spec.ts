import type { Intent, Network, Token } from "../../../gateway/contract"
import { isTestNetwork } from "../../../gateway/asset"
import {
  type AskedIntent,
  chooseKind,
  COLLECTIONS,
  findIntentProblem,
  isReusableAddressChain,
  listRailOptions,
  listUnknownRails,
  needsIntent,
  railId,
  type RailRule,
  usesIntents,
} from "../rails"

const base: Network = { chain: "evm", networkId: "base-mainnet", environment: "live" }
const sepolia: Network = { chain: "evm", networkId: "base-sepolia", environment: "sandbox" }
const stellar: Network = { chain: "stellar", networkId: "stellar-mainnet", environment: "live" }
const unheardOf: Network = { chain: "move", networkId: "move-mainnet" }
const networks = [base, sepolia, stellar, unheardOf]

const token = ({ chain, networkId }: Network, symbol: string, more: Partial<Token> = {}): Token => ({
  ...{ chain, networkId, token: symbol, decimals: 6, ...more },
})
const issued = (issuer: string) =>
  token(stellar, "USDC", {
    issuerAddress: issuer,
    canonicalAssetId: `stellar:USDC:${issuer}`,
    assetCode: "USDC",
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
const USDC = "evm:base-mainnet:USDC"
const ETH = "evm:base-mainnet:ETH"
const SEPOLIA = "evm:base-sepolia:USDC"
const XLM = "stellar:stellar-mainnet:XLM"
const ONE = "stellar:stellar-mainnet:USDC:GONE"
const TWO = "stellar:stellar-mainnet:USDC:GTWO"
const MOVE = "move:move-mainnet:MOVE"

describe("the rails that are offered", () => {
  const railsWith = (rules?: RailRule[], environment: "live" | "sandbox" = "live") =>
    listRailOptions({ networks, tokens, rules, environment })
  const list = (...given: Parameters<typeof railsWith>) => railsWith(...given).map(({ id }) => id)

  test.each<[string, RailRule[] | undefined, string[]]>([
    ["nothing, are all but those for tests", undefined, [USDC, ETH, XLM, ONE, TWO, MOVE]],
    ["a network for tests, are none", [{ chain: "evm", networkId: "base-sepolia" }], []],
    ["a whole chain", [{ chain: "evm" }], [USDC, ETH]],
    ["one network", [{ chain: "move", networkId: "move-mainnet" }], [MOVE]],
    ["one token wherever it is", [{ chain: "evm", token: "USDC" }], [USDC]],
    ["one issuer", [{ chain: "stellar", token: "USDC", canonicalAssetId: "stellar:USDC:GTWO" }], [TWO]],
    ["a symbol on Stellar, are those of every issuer", [{ chain: "stellar", token: "USDC" }], [ONE, TWO]],
    ["a symbol in other letters, are none", [{ chain: "evm", token: "usdc" }], []],
    [
      "a canonical id of a token without a canonical id, are none",
      [{ chain: "evm", canonicalAssetId: "x" }],
      [],
    ],
    ["one by two rules, have it once", [{ chain: "evm" }, { chain: "evm", token: "ETH" }], [USDC, ETH]],
  ])("by an allow-list that names %s", (_, rules, expected) => {
    expect(list(rules)).toEqual(expected)
  })

  test("in the sandbox are those for tests too", () => {
    expect(list(undefined, "sandbox")).toEqual([USDC, ETH, SEPOLIA, XLM, ONE, TWO, MOVE])
  })

  test("leave out a token whose network is not in the catalog", () => {
    const stray = token({ chain: "evm", networkId: "nowhere" }, "USDC")
    const otherChain = token({ chain: "sol", networkId: "base-mainnet" }, "USDC")
    const given = { networks, rules: undefined, environment: "live", tokens: [stray, otherChain] } as const
    expect(listRailOptions(given)).toEqual([])
  })

  test("are named by their issuer only where an asset is issued on Stellar", () => {
    expect(railId(issued("GONE"))).toBe(ONE)
    expect(railId(token(stellar, "XLM"))).toBe(XLM)
    expect(railId(token(base, "USDC", { issuerAddress: "0xabc" }))).toBe(USDC)
  })

  test("do not come from rules that match nothing, which are reported with their index and parts", () => {
    const rules = [{ chain: "evm" }, { chain: "evm", networkId: "polygon", token: "USDC" }, { chain: "btc" }]
    expect(listUnknownRails(rules, tokens)).toEqual(["rails[1] (evm/polygon/USDC)", "rails[2] (btc)"])
    expect(listUnknownRails(undefined, tokens)).toEqual([])
  })

  test("have the payout of their rule, or none", () => {
    const payoutRecipients = [{ label: "Maker", destinationAddress: "0x1", shareBps: 10_000 }]
    const payoutRouteId = "route_1"
    expect(railsWith([{ chain: "evm", payoutRecipients }])[0]?.payout).toEqual({ payoutRecipients })
    expect(railsWith([{ chain: "evm", payoutRouteId }])[0]?.payout).toEqual({ payoutRouteId })
    for (const { payout } of [...railsWith(), ...railsWith([{ chain: "evm" }])])
      expect(payout).toBeUndefined()
  })

  test("report that two assets of a network share a symbol, also when the allow-list has one of them", () => {
    const shared = (rules?: RailRule[]) =>
      railsWith(rules).flatMap(({ id, isSymbolShared }) => (isSymbolShared ? [id] : []))
    expect(shared()).toEqual([ONE, TWO])
    expect(shared([{ chain: "stellar", canonicalAssetId: "stellar:USDC:GTWO" }])).toEqual([TWO])
  })
})

test.each<[boolean, Partial<Network>]>([
  [true, { networkId: "base-sepolia" }],
  [true, { networkId: "sol-devnet" }],
  [true, { networkId: "stellar-testnet" }],
  [true, { name: "Polygon Amoy" }],
  [true, { name: "Arbitrum Test Network" }],
  [true, { networkId: "bnb-chapel" }],
  [false, { networkId: "eth-sepolia", environment: "live" }],
  [false, { name: "Fuji", environment: "live" }],
  [true, { name: "Fuji" }],
  [true, { environment: "sandbox/test" }],
  [true, { environment: "anything but that" }],
  [false, {}],
  [false, { networkId: "contest-chain", name: "Contest" }],
  [false, { environment: "live" }],
  [false, { networkId: "attestation-mainnet", name: "Attestation", environment: "live" }],
])("a network is for tests, and not offered in live: %s for %j", (isTest, change) => {
  const network: Network = { chain: "evm", networkId: "base-mainnet", ...change }
  const input = { networks: [network], tokens: [token(network, "USDC")], rules: undefined }
  expect(isTestNetwork(network)).toBe(isTest)
  expect(listRailOptions({ ...input, environment: "live" })).toHaveLength(isTest ? 0 : 1)
  expect(listRailOptions({ ...input, environment: "sandbox" })).toHaveLength(1)
})

test("an allow-list copied from the sandbox offers no test network in live, whatever the catalog leaves out", () => {
  const testRails = [
    { chain: "evm", networkId: "base-sepolia", token: "USDC" },
    { chain: "sol", networkId: "sol-devnet", token: "USDC" },
  ]
  const offered = (environment?: string) =>
    listRailOptions({
      networks: testRails.map(({ chain, networkId }) => ({ chain, networkId, environment })),
      ...{ tokens: testRails, rules: testRails, environment: "live" },
    }).length
  expect([offered(), offered("sandbox"), offered("live")]).toEqual([0, 0, 2])
})

/** Collection, then: how a customer pays, how a guest does; null is not at all. */
test.each([
  ["invoice", "invoice", "invoice"],
  ["auto", "auto_deposit", "invoice"],
  ["auto_deposit", "auto_deposit", null],
] as const)("with %s a customer pays by %s and a guest by %s", (collection, customer, guest) => {
  expect(chooseKind({ collection }, true)).toBe(customer)
  expect(chooseKind({ collection }, false)).toBe(guest)
  expect(usesIntents({ collection })).toBe(customer === "auto_deposit")
  expect(needsIntent({ collection })).toBe(guest === null)
  expect(COLLECTIONS).toContain(collection)
})

test("only Stellar is paid to the treasury; an unknown chain is not mistaken for it", () => {
  expect(["evm", "sol", "stellar", "move"].filter(isReusableAddressChain)).toEqual(["evm", "sol", "move"])
})

describe("an intent", () => {
  const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"
  const TREASURY = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
  const rail = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
  const asked: AskedIntent = {
    ...rail,
    externalOrderId: "payses_1",
    expectedAmount: "12.5",
    address: ADDRESS,
  }
  const intent: Intent = {
    ...{ ...rail, id: "int_1", externalOrderId: "payses_1" },
    ...{ expectedAmount: "12.50", depositAddress: ADDRESS },
  }

  test.each<[string, Partial<Intent>, string | null]>([
    ["as asked", {}, null],
    ["without an address of its own", { depositAddress: undefined }, null],
    ["with the address in other letters", { depositAddress: ADDRESS.toLowerCase() }, null],
    ["on another network", { networkId: "eth-mainnet" }, "other_rail"],
    ["on another chain", { chain: "sol" }, "other_rail"],
    ["of another token", { token: "USDT" }, "other_rail"],
    ["for another order", { externalOrderId: "payses_2" }, "other_order"],
    ["for another amount", { expectedAmount: "12.500001" }, "other_amount"],
    ["to another address", { depositAddress: `0x${"de".repeat(20)}` }, "other_address"],
  ])("%s is shown, or has a problem: %s", (_, change, problem) => {
    expect(findIntentProblem({ ...intent, ...change }, asked)).toBe(problem)
  })

  test.each<[string | null, Partial<Intent>]>([
    [null, {}],
    ["no_address", { depositAddress: undefined }],
    ["no_memo", { memo: undefined }],
    ["unpayable", { depositAddress: ADDRESS }],
    ["unpayable", { depositAddress: TREASURY.replace("GA7", "GA8") }],
  ])("on Stellar needs both the treasury and a memo: %s", (problem, change) => {
    const treasury = { ...stellar, depositAddress: TREASURY, memo: { type: "id", value: "42" } }
    const found = { ...intent, ...treasury, ...change }
    expect(findIntentProblem(found, { ...asked, ...stellar, address: null })).toBe(problem)
  })
})
