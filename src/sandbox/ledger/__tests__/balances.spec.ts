import { openBusiness, usdcOnBase } from "../../payouts/__tests__/business"
import { receiveTransfer } from "../../payments/receive-transfer"
import { describeAsset } from "../ledger-rows"
import { BALANCE_ACCOUNTS } from "../ledger-operations"
import { ACCOUNTS, createLedger } from "../ledger"

const none = { total: "0", totalHeld: "0", requiresRecovery: "0" }

describe("balances", () => {
  it("are an empty list as long as nothing has moved", async () => {
    expect(await openBusiness().rows("balances")).toEqual([])
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
