import { openBusiness, usdcOnBase, xlm } from "../../payouts/__tests__/business"
import { receiveTransfer } from "../../payments/receive-transfer"
import { describeAsset } from "../ledger-rows"
import { BALANCE_ACCOUNTS } from "../ledger-operations"
import { ACCOUNTS, createLedger } from "../ledger"

const none = { total: "0", totalHeld: "0", requiresRecovery: "0" }

describe("balances", () => {
  it("are an empty list as long as nothing has moved", async () => {
    expect(await openBusiness().rows("balances")).toEqual([])
  })

  it("follow an invoice from its payment to the treasury", async () => {
    const { createInvoice, control, amounts } = openBusiness()
    const id = await createInvoice({ amount: "100" })
    await control.pay(id)
    expect(await amounts()).toEqual({ ...none, totalHeld: "100" })
    await control.settle(id)
    expect(await amounts()).toEqual({ ...none, total: "99.05", totalHeld: "99.05" })
    await control.advance(30_000)
    expect(await amounts()).toEqual({ ...none, total: "99.05" })
  })

  it("exclude money reserved for a withdrawal", async () => {
    const { fund, withdraw, amounts, control } = openBusiness()
    await fund()
    await withdraw({ amount: "10" })
    expect(await amounts()).toEqual({ ...none, total: "89.05" })
    await control.advance(60_000)
    expect(await amounts()).toEqual({ ...none, total: "89.05" })
  })

  it("count money for recipients as held, and as withdrawable only once it returns", async () => {
    const { settled, amounts, control, withdrawals, world } = openBusiness()
    const recipient = { label: "seller", destinationAddress: `0x${"ab".repeat(20)}`, shareBps: 10_000 }
    await settled({ payoutRecipients: [recipient] })
    expect(await amounts()).toEqual({ ...none, totalHeld: "99.05" })
    world().withdrawals.rejectedAddresses.add(recipient.destinationAddress)
    await control.advance(60_000)
    expect(withdrawals().map(({ status }) => status)).toEqual(["destination_rejected"])
    expect(await amounts()).toEqual({ ...none, total: "99.05" })
  })

  it("show money of an invoice that ended unpaid as needing recovery", async () => {
    const { createInvoice, control, amounts } = openBusiness()
    const id = await createInvoice({ amount: "100" })
    await control.pay(id, { amount: "40" })
    await control.advance(30 * 60_000)
    expect(await amounts()).toEqual({ ...none, requiresRecovery: "40" })
    await control.pay(id, { amount: "60" })
    expect(await amounts()).toEqual({ ...none, requiresRecovery: "100" })
  })

  it("show an asset missing from the catalog with the decimals of its transfer", async () => {
    const { createInvoice, control, rows, world } = openBusiness()
    await control.pay(await createInvoice(), { token: "FAKE", amount: "0.000000000000000001" })
    expect(await rows("balances")).toEqual([
      {
        ...{ chain: "evm", networkId: "base-mainnet", token: "FAKE" },
        amounts: { ...none, requiresRecovery: "0.000000000000000001" },
      },
    ])
    expect(describeAsset(world(), "base-mainnet/FAKE").decimals).toBe(18)
    expect(() => describeAsset({ ...world(), ledger: createLedger(() => 0) }, "base-mainnet/FAKE")).toThrow(
      "was never introduced"
    )
  })

  it("carry the identity of an asset where the symbol is only a label", async () => {
    const { fund, rows } = openBusiness()
    await fund(xlm)
    expect(await rows("balances")).toMatchObject([{ ...xlm, canonicalAssetId: "stellar:XLM:native" }])
  })

  it("are paged, in the order in which the assets first moved", async () => {
    const { root, get, fund } = openBusiness()
    const tokens = ["USDC", "ETH"]
    await fund(usdcOnBase)
    await fund({ ...usdcOnBase, token: "ETH" })
    const first = (await get(`${root}/balances?limit=1`)).body
    const second = (await get(`${root}/balances?limit=1&cursor=${first["nextCursor"]}`)).body
    expect([first, second].flatMap(({ data }) => data)).toMatchObject(tokens.map((token) => ({ token })))
    expect(second["nextCursor"]).toBeNull()
  })

  it("count every account of the business except outgoing money and fees", () => {
    const counted = new Set<string>(Object.values(BALANCE_ACCOUNTS).flat())
    expect(ACCOUNTS.filter((account) => !counted.has(account))).toEqual(["outside", "reserved", "fees"])
  })

  it("show dust as held", async () => {
    const { world, post, root, amounts, control } = openBusiness()
    const { body: customer } = await post(`${root}/customers`, { externalRef: "ada" })
    const { body } = await post(`${root}/customers/${customer["id"]}/addresses/ensure`, usdcOnBase)
    const { address: toAddress } = body["address"] as { address: string }
    receiveTransfer(world(), { ...usdcOnBase, toAddress, amount: "0.001" })
    await control.advance(60_000)
    expect(await amounts()).toEqual({ ...none, totalHeld: "0.001" })
  })
})
