import { openShop, usdcOnBase } from "../../deposits/__tests__/shop"

const onEthereum = { ...usdcOnBase, networkId: "eth-mainnet" }

describe("a transfer", () => {
  it("to a customer's address is a deposit, in whatever case the address is written", async () => {
    const { customer, ensure, send } = openShop()
    const customerId = await customer()
    const toAddress = await ensure(customerId)
    const shouted = `0x${toAddress.slice(2).toUpperCase()}`
    expect(await send({ toAddress: shouted, amount: "5" })).toMatchObject({ outcome: "deposit", customerId })
  })

  it("to a customer's address on a network that was not ensured needs recovery", async () => {
    const { customer, ensure, send, deposits, balances } = openShop()
    const customerId = await customer()
    const toAddress = await ensure(customerId, usdcOnBase)
    const early = await send({ ...onEthereum, toAddress, amount: "5" })
    expect(early).toMatchObject({ outcome: "review", reason: "wrong_network", customerId })
    expect(await deposits()).toEqual([])
    expect(balances("eth-mainnet/USDC")).toEqual({ outside: -5_000_000n, recovery: 5_000_000n })
    await ensure(customerId, onEthereum)
    expect(await send({ ...onEthereum, toAddress, amount: "5" })).toMatchObject({ outcome: "deposit" })
  })

  it.each([
    ["an unowned address", { toAddress: "0x00" }, "belongs to nobody"],
    ["an unknown network", { networkId: "moon" }, "is in the catalog"],
    ["an amount of zero", { amount: "0" }, "more than zero"],
    ["an amount the asset cannot hold", { amount: "0.0000001" }, "more than 6 decimals"],
  ])("with %s is refused and leaves no trace", async (_, fields, message) => {
    const { customer, ensure, send, control, world } = openShop()
    const toAddress = await ensure(await customer())
    await expect(send({ toAddress, amount: "5", ...fields })).rejects.toThrow(message)
    expect(control.payments()).toEqual([])
    expect(world().ledger.entries()).toEqual([])
  })
})
