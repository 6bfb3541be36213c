import { errorOf } from "../../__tests__/in-process"
import { openShop, usdcOnBase } from "../../deposits/__tests__/shop"

type Ensured = { created: boolean; address: { address: string; chainFamily: string; networkId: string } }

async function withCustomer(options = {}) {
  const shop = openShop(options)
  const path = `${shop.root}/customers/${await shop.customer()}/addresses/ensure`
  const ensure = async (rail: object) => (await shop.post(path, rail)).body as Ensured
  return { ...shop, path, ensure }
}

describe("a reusable address", () => {
  it.each([
    ["evm", "base-mainnet", /^0x[0-9a-f]{40}$/],
    ["sol", "sol-mainnet", /^[1-9A-HJ-NP-Za-km-z]{32,44}$/],
    ["stellar", "stellar-mainnet", /^G[A-Z2-7]{55}$/],
    ["nova", "nova-mainnet", /^0x[0-9a-f]{40}$/],
  ])("is created once on %s and returned with its rail", async (chain, networkId, form) => {
    const { ensure } = await withCustomer()
    const first = await ensure({ chain, networkId })
    expect(first).toEqual({
      created: true,
      address: { address: expect.stringMatching(form), chainFamily: chain, networkId },
    })
    expect(await ensure({ chain, networkId })).toEqual({ ...first, created: false })
  })

  it("is provisioned per network, with one text for a chain", async () => {
    const { ensure } = await withCustomer()
    const onBase = await ensure({ chain: "evm", networkId: "base-mainnet" })
    const onEthereum = await ensure({ chain: "evm", networkId: "eth-mainnet" })
    expect(onEthereum).toEqual({ created: true, address: { ...onBase.address, networkId: "eth-mainnet" } })
  })

  it("belongs to one customer", async () => {
    const { customer, ensure } = openShop()
    const [ada, bob] = [await customer("ada"), await customer("bob")]
    expect(await ensure(ada)).not.toBe(await ensure(bob))
  })

  it("is not the treasury on Stellar", async () => {
    const { ensure, world } = await withCustomer()
    const { address } = await ensure({ chain: "stellar", token: "XLM" })
    expect(address.address).not.toBe(world().receivers.treasuryAddress)
  })

  it.each([
    ["several networks match and none is named", { chain: "evm" }, "networkId"],
    ["the chain is unknown", { chain: "btc" }, "chain"],
    ["the chain is unknown, with a network of another", { ...usdcOnBase, chain: "btc" }, "chain"],
    ["the network is unknown", { chain: "evm", networkId: "moon" }, "networkId"],
    ["the network is of another chain", { chain: "evm", networkId: "sol-mainnet" }, "networkId"],
    ["Stellar does not have the token", { chain: "stellar", token: "DOGE" }, "token"],
  ])("is refused when %s", async (_, rail, field) => {
    const { post, path } = await withCustomer()
    expect(errorOf(await post(path, rail))).toEqual({
      status: 400,
      code: "VALIDATION_ERROR",
      fields: [field],
    })
  })

  it("is refused on a chain the business is not configured for, as are intents", async () => {
    const { post, path, ensure, intent, customer } = await withCustomer({ business: { chains: ["sol"] } })
    const answer = await post(path, { chain: "evm", networkId: "base-mainnet" })
    expect(errorOf(answer)).toMatchObject({ status: 400, fields: ["chain"] })
    expect(answer.text).toContain("not configured for evm")
    await expect(intent(await customer("bob"))).rejects.toThrow("not configured for evm")
    expect((await ensure({ chain: "sol", networkId: "sol-mainnet" })).created).toBe(true)
  })
})
