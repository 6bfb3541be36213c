import { createCatalog } from "../client/lists"
import type { Network, Token } from "../contract"
import { listing } from "./listing"

const maxAgeMs = 1_000
const networks: Network[] = [{ chain: "evm", networkId: "base-mainnet" }]
const tokens: Token[] = [{ chain: "evm", networkId: "base-mainnet", token: "USDC", decimals: 6 }]

function setUp() {
  let nowMs = 1_700_000_000_000
  let isDown = false
  let calls = 0
  const gateway = {
    listNetworks: () =>
      listing(networks, () => {
        calls++
        if (isDown) throw new Error("gateway is down")
      }),
    listTokens: () => listing(tokens),
  }
  const catalog = createCatalog({ gateway, clock: () => nowMs, maxAgeMs })
  return {
    catalog,
    calls: () => calls,
    pass: (ms: number) => (nowMs += ms),
    breakGateway: (isBroken = true) => (isDown = isBroken),
  }
}

test("the gateway is called once, until its answer is too old", async () => {
  const { catalog, calls, pass } = setUp()
  expect(await catalog.get()).toMatchObject({ networks, tokens })
  pass(maxAgeMs)
  await catalog.get()
  expect(calls()).toBe(1)
  pass(1)
  await catalog.get()
  expect(calls()).toBe(2)
})

test("callers at the same time share one request", async () => {
  const { catalog, calls } = setUp()
  const all = await Promise.all([
    catalog.get(),
    catalog.refresh(),
    ...Array.from({ length: 20 }, () => catalog.get()),
  ])
  expect(calls()).toBe(1)
  expect(new Set(all).size).toBe(1)
})

test("a failed refresh falls back on what is known, for ten times its age", async () => {
  const { catalog, pass, breakGateway } = setUp()
  const known = await catalog.get()
  breakGateway()
  pass(maxAgeMs * 10)
  expect(await catalog.get()).toBe(known)
  pass(1)
  await expect(catalog.get()).rejects.toThrow("gateway is down")
})

test("without a cached list the error is thrown to every caller, and the next one calls again", async () => {
  const { catalog, calls, breakGateway } = setUp()
  breakGateway()
  const results = await Promise.allSettled([catalog.get(), catalog.get()])
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"])
  breakGateway(false)
  expect(await catalog.get()).toMatchObject({ networks })
  expect(calls()).toBe(2)
})

test("a requested refresh does not fall back: it returns the gateway's current answer", async () => {
  const { catalog, breakGateway } = setUp()
  await catalog.get()
  breakGateway()
  await expect(catalog.refresh()).rejects.toThrow("gateway is down")
})
