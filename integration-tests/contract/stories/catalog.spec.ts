import { collect, createLackingNetworks } from "../../../src/gateway/client/lists"
import { story } from "../story/story"

/** The networks the document names, with the assets it shows. */
const documented = {
  "base-mainnet": { name: "Base", chain: "evm", environment: "live", tokens: ["ETH", "USDC"] },
  "bnb-mainnet": {
    ...{ name: "BNB Smart Chain", chain: "evm", environment: "live" },
    tokens: ["BNB", "USDT", "USDC"],
  },
  "eth-mainnet": { name: "Ethereum", chain: "evm", environment: "live", tokens: ["ETH", "USDC", "USDT"] },
  "sol-mainnet": { name: "Solana", chain: "sol", environment: "live", tokens: ["SOL", "USDC"] },
  "stellar-mainnet": {
    ...{ name: "Stellar", chain: "stellar", environment: "live" },
    tokens: ["XLM", "USDC", "USDT"],
  },
  "base-sepolia": { name: "Base Sepolia", chain: "evm", environment: "sandbox", tokens: [] },
  "eth-sepolia": { name: "Ethereum Sepolia", chain: "evm", environment: "sandbox", tokens: [] },
  "sol-devnet": { name: "Solana Devnet", chain: "sol", environment: "sandbox", tokens: [] },
}

story(
  "the catalog has every network the document names, with its chain, environment and assets",
  [
    "network:base-mainnet",
    "network:bnb-mainnet",
    "network:eth-mainnet",
    "network:sol-mainnet",
    "network:stellar-mainnet",
    "network:base-sepolia",
    "network:eth-sepolia",
    "network:sol-devnet",
    "endpoint:listSupportedNetworks",
    "endpoint:listTokens",
    "rule:service.chains",
    "gap:catalog-fields",
  ],
  async ({ gateway }) => {
    const networks = await collect(gateway.listSupportedNetworks())
    const tokens = await collect(gateway.listTokens())
    for (const [networkId, { tokens: symbols, ...named }] of Object.entries(documented)) {
      expect(networks).toContainEqual(expect.objectContaining({ networkId, ...named }))
      const found = tokens.filter((token) => token.networkId === networkId)
      expect(found.map(({ token }) => token)).toEqual(expect.arrayContaining(symbols))
      expect(found.every(({ decimals }) => decimals !== undefined)).toBe(true)
      const contracts = found.filter(({ contractAddress }) => contractAddress !== undefined)
      expect(contracts.length > 0).toBe(named.chain === "evm")
    }
  }
)

story(
  "an unknown network is in the catalog like any other, and tokens are listed for all networks or for one",
  [
    "rule:service.catalog-discovered",
    "rule:list.network",
    "rule:version.unknown-networks",
    "rule:version.unknown-tokens",
    "endpoint:listNetworks",
  ],
  async ({ gateway }) => {
    const networks = await collect(gateway.listNetworks())
    const unknown = networks.find(({ networkId }) => !(networkId in documented))
    expect(unknown).toMatchObject({ chain: expect.any(String), networkId: expect.any(String) })
    const all = await collect(gateway.listTokens())
    for (const { networkId } of networks) {
      const listed = await collect(gateway.listTokens({ networkId }))
      expect(listed).toEqual(all.filter((token) => token.networkId === networkId))
      expect(listed.length).toBeGreaterThan(0)
    }
    expect(await collect(gateway.listTokens({ networkId: "no-such-network" }))).toEqual([])
  }
)

story(
  "a network that the service supports and the business lacks is listed with its tokens, once in five minutes",
  ["rule:list.supported", "rule:list.network", "endpoint:listSupportedNetworks"],
  async ({ gateway }) => {
    let nowMs = 0
    let calls = 0
    const counting: typeof gateway = {
      ...gateway,
      listSupportedNetworks: () => {
        calls++
        return gateway.listSupportedNetworks()
      },
    }
    const lacking = createLackingNetworks({ gateway: counting, clock: () => nowMs })
    const active = await collect(gateway.listNetworks())
    const found = await lacking(active)
    expect(found).toMatchObject([{ network: { networkId: "linea-mainnet" }, tokens: ["ETH", "USDC"] }])
    expect(active.map(({ networkId }) => networkId)).not.toContain("linea-mainnet")
    expect(await lacking(active)).toBe(found)
    nowMs = 300_001
    await lacking(active)
    expect(calls).toBe(2)
  }
)

story(
  "networks that the business lacks are read two at once, and after a failure not again for five minutes",
  ["rule:list.supported"],
  async ({ gateway }) => {
    const [one] = await collect(gateway.listNetworks())
    if (!one) throw new Error("the catalog is empty")
    const supported = Array.from({ length: 5 }, (_, n) => ({ ...one, networkId: `network-${n}` }))
    const count = { open: 0, most: 0, calls: 0 }
    let nowMs = 0
    let isDown = false
    const lacking = createLackingNetworks({
      clock: () => nowMs,
      gateway: {
        listSupportedNetworks: async function* () {
          await Promise.resolve()
          count.calls++
          if (isDown) throw new Error("unavailable")
          yield { rows: supported, end: { isComplete: true } }
        },
        listTokens: async function* () {
          count.most = Math.max(count.most, ++count.open)
          await new Promise(setImmediate)
          count.open--
          yield { rows: [], end: { isComplete: true } }
        },
      },
    })
    expect((await lacking([])).map(({ network }) => network.networkId)).toEqual(
      supported.map(({ networkId }) => networkId)
    )
    expect(count).toMatchObject({ most: 2, calls: 1 })
    isDown = true
    nowMs = 300_001
    for (let load = 0; load < 3; load++) await expect(lacking([])).rejects.toThrow("unavailable")
    expect(count.calls).toBe(2)
    isDown = false
    nowMs = 600_002
    expect(await lacking([])).toHaveLength(5)
  }
)
