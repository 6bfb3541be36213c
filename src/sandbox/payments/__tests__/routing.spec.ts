import { ethOnBase, openShop, usdcOnBase, usdcOnSolana, xlm } from "../../deposits/__tests__/shop"
import { receiveTransfer } from "../receive-transfer"

const onEthereum = { ...usdcOnBase, networkId: "eth-mainnet" }

describe("a transfer", () => {
  it("to a dedicated Stellar account pays the invoice, whatever its memo", async () => {
    const { createInvoice, control, send } = openShop()
    await createInvoice({ ...xlm, receiveMode: "dedicated_address" })
    await control.advance(5_000)
    const toAddress = control.invoices()[0]?.depositAddress ?? ""
    expect(await send({ ...xlm, toAddress, amount: "12.5", memo: "7" })).toMatchObject({
      outcome: "accepted",
    })
  })

  it.each([
    ["another asset", ethOnBase, "wrong_asset"],
    ["another network", onEthereum, "wrong_network"],
    ["another chain", usdcOnSolana, "wrong_chain"],
  ])("in %s at an invoice's address needs recovery", async (_, rail, reason) => {
    const { createInvoice, control, send, world } = openShop()
    const id = await createInvoice()
    const toAddress = control.invoices()[0]?.depositAddress ?? ""
    const payment = await send({ ...rail, toAddress, amount: "12.5" })
    expect(payment).toMatchObject({ outcome: "review", reason, invoiceId: id })
    expect(control.invoices()).toMatchObject([{ status: "pending", receivedAmount: "0" }])
    const { ledger } = world()
    expect(ledger.assets().map((asset) => ledger.balance(asset, "recovery") > 0n)).toEqual([true])
  })

  it("to a customer's address is a deposit, in whatever case the address is written", async () => {
    const { customer, ensure, send } = openShop()
    const customerId = await customer()
    const toAddress = await ensure(customerId)
    const shouted = `0x${toAddress.slice(2).toUpperCase()}`
    expect(await send({ toAddress: shouted, amount: "5" })).toMatchObject({ outcome: "deposit", customerId })
  })

  it("to a customer's Stellar account is a deposit, whatever its memo", async () => {
    const { customer, ensure, intent, send, control } = openShop()
    const customerId = await customer()
    const toAddress = await ensure(customerId, xlm)
    await intent(customerId, xlm)
    expect(await send({ ...xlm, toAddress, amount: "100", memo: "7" })).toMatchObject({ outcome: "deposit" })
    expect(control.invoices()).toMatchObject([
      { autoDepositAssignmentStatus: "matched", depositAddress: toAddress, memoId: undefined },
    ])
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

  it("keeps its sender and its position in the transaction", async () => {
    const { customer, ensure, send, control } = openShop()
    const toAddress = await ensure(await customer())
    const fromAddress = `0x${"b2".repeat(20)}`
    await send({ toAddress, amount: "5", fromAddress, operationIndex: 3 })
    expect(control.payments()).toMatchObject([{ fromAddress, toAddress, operationIndex: 3, amount: "5" }])
  })

  it("names its asset by symbol or by canonical id", async () => {
    const { customer, ensure, send, world } = openShop()
    const toAddress = await ensure(await customer(), xlm)
    const { token: _, ...rail } = xlm
    const canonicalAssetId = "stellar:XLM:native"
    const payment = receiveTransfer(world(), { ...rail, toAddress, amount: "5", canonicalAssetId })
    expect(payment).toMatchObject({ token: "XLM", outcome: "deposit" })
    expect(await send({ ...xlm, toAddress, amount: "5" })).toMatchObject({ canonicalAssetId })
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
