import { openBusiness } from "../../payouts/__tests__/business"
import { describeAsset } from "../ledger-rows"
import { BALANCE_ACCOUNTS } from "../ledger-operations"
import { ACCOUNTS, createLedger } from "../ledger"

const none = { total: "0", totalHeld: "0", requiresRecovery: "0" }

describe("balances", () => {
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
})
