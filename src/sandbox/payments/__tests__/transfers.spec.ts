import { openBusiness, usdcOnBase, xlm, type Business } from "../../__tests__/business"

const onEthereum = { ...usdcOnBase, networkId: "eth-mainnet" }

async function withAddress() {
  const shop = openBusiness()
  const customerId = await shop.customer()
  return { ...shop, customerId, toAddress: await shop.ensure(customerId) }
}
/** An intent on Stellar, with its memo. */
async function withIntent(options = {}) {
  const shop = openBusiness(options)
  const customerId = await shop.customer()
  return { ...shop, shop, customerId, intent: await shop.intent(customerId, xlm) }
}
function toTreasury(shop: Business, memo: string | undefined) {
  const toAddress = shop.world().receivers.treasuryAddress
  return shop.transfer({ ...xlm, toAddress, amount: "100", memo })
}

describe("a transfer", () => {
  it("to a customer's address is a deposit, in whatever case the address is written", async () => {
    const { customerId, toAddress, transfer } = await withAddress()
    const shouted = `0x${toAddress.slice(2).toUpperCase()}`
    expect(await transfer({ toAddress: shouted, amount: "5" })).toMatchObject({
      outcome: "deposit",
      customerId,
    })
  })

  it("to a customer's address on a network that was not ensured needs recovery", async () => {
    const { customerId, toAddress, ensure, transfer, deposits, accounts } = await withAddress()
    const early = await transfer({ ...onEthereum, toAddress, amount: "5" })
    expect(early).toMatchObject({ outcome: "review", reason: "wrong_network", customerId })
    expect(await deposits()).toEqual([])
    expect(accounts("eth-mainnet/USDC")).toEqual({ outside: -5_000_000n, recovery: 5_000_000n })
    await ensure(customerId, onEthereum)
    expect(await transfer({ ...onEthereum, toAddress, amount: "5" })).toMatchObject({ outcome: "deposit" })
  })

  it.each([
    ["an unowned address", { toAddress: "0x00" }, "belongs to nobody"],
    ["an unknown network", { networkId: "moon" }, "is in the catalog"],
    ["an amount of zero", { amount: "0" }, "more than zero"],
    ["an amount the asset cannot hold", { amount: "0.0000001" }, "more than 6 decimals"],
  ])("with %s is refused and leaves no trace", async (_, fields, message) => {
    const { toAddress, transfer, control, world } = await withAddress()
    await expect(transfer({ toAddress, amount: "5", ...fields })).rejects.toThrow(message)
    expect(control.payments()).toEqual([])
    expect(world().ledger.entries()).toEqual([])
  })
})

describe("a memo of the treasury", () => {
  it("belongs to one invoice or intent, and some are beyond 2^53", async () => {
    const { customer, intent, createInvoice, control, world } = openBusiness()
    const id = await customer()
    const memos: unknown[] = []
    for (let count = 0; count < 12; count++) {
      memos.push((await intent(id, xlm)).memo)
      await createInvoice(xlm)
    }
    memos.push(...control.invoices().map(({ memoId }) => memoId))
    expect(new Set(memos).size).toBe(24)
    expect(new Set(memos.map((memo) => BigInt(String(memo)) > 2n ** 53n))).toEqual(new Set([true, false]))
    expect(control.invoices()[0]?.depositAddress).toBe(world().receivers.treasuryAddress)
  })

  it("is compared digit by digit", async () => {
    const { createInvoice, control } = openBusiness()
    const id = await createInvoice(xlm)
    const memo = BigInt(control.invoices()[0]?.memoId ?? "0")
    expect(memo > 2n ** 53n).toBe(true)
    expect(await control.pay(id, { memo: String(memo + 1n) })).toMatchObject({ reason: "wrong_memo" })
    expect(await control.pay(id, { memo: String(memo) })).toMatchObject({ outcome: "accepted" })
  })

  it("counts a payment for the invoice that has it, whichever was meant", async () => {
    const { createInvoice, control } = openBusiness()
    const [meant, reached] = [await createInvoice(xlm), await createInvoice(xlm)]
    const memo = control.invoices()[1]?.memoId
    expect(await control.pay(meant, { memo })).toMatchObject({ outcome: "accepted" })
    await control.settle(reached)
    expect(control.invoices().map(({ status }) => status)).toEqual(["pending", "paid"])
    expect(control.payments()).toMatchObject([{ invoiceId: reached, memo }])
  })

  it("of a replaced intent is not the newer one's", async () => {
    const { shop, customerId, intent, deposits, world } = await withIntent()
    const newer = await shop.intent(customerId, { ...xlm, externalOrderId: "order_2" })
    await toTreasury(shop, intent.memo)
    const assignment = { status: "unassigned_no_intent", safeToFulfill: false }
    expect(await deposits()).toMatchObject([{ customerId, assignment }])
    expect(world().intents.find(newer.id)?.status).toBe("active")
  })

  it("is ambiguous while two intents are active", async () => {
    const { shop, customerId, intent, deposits } = await withIntent({ business: { replacesIntents: false } })
    await shop.intent(customerId, { ...xlm, externalOrderId: "order_2" })
    await toTreasury(shop, intent.memo)
    expect(await deposits()).toMatchObject([
      { assignment: { status: "review_required_ambiguous", expectedIntent: { id: intent.id } } },
    ])
  })
})
