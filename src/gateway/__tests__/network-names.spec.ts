import { type CatalogSnapshot, NetworkNames } from "../client/lists"

const snapshot: CatalogSnapshot = {
  networks: [{ chain: "evm", networkId: "base-mainnet", name: "Base" }],
  tokens: [],
  isComplete: true,
  fetchedAtMs: 0,
}

test("a network is called by its name, and by its identifier when it has none", async () => {
  const nameOf = await new NetworkNames({ get: () => Promise.resolve(snapshot) }).load()
  expect([nameOf("evm", "base-mainnet"), nameOf("sol", "base-mainnet"), nameOf("evm", "new")]).toEqual([
    "Base",
    "base-mainnet",
    "new",
  ])
})

test("a gateway that does not answer delays a page by no more than the patience", async () => {
  const nameOf = await new NetworkNames({ get: () => new Promise(() => undefined) }, 20).load()
  expect(nameOf("evm", "base-mainnet")).toBe("base-mainnet")
})

test("names that were known are used when the gateway fails later", async () => {
  const answers = [() => Promise.resolve(snapshot), () => Promise.reject(new Error("away"))]
  const names = new NetworkNames({ get: () => answers.shift()?.() ?? Promise.reject(new Error("away")) })
  await names.load()
  expect((await names.load())("evm", "base-mainnet")).toBe("Base")
})
