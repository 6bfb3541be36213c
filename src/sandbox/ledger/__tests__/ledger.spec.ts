import * as fc from "fast-check"
import { openBusiness } from "../../__tests__/business"
import { BALANCE_ACCOUNTS } from "../ledger-operations"
import { ACCOUNTS, createLedger, type Account, type LedgerMove } from "../ledger"

const move = (fields: Partial<LedgerMove> = {}): LedgerMove => ({
  ...{ asset: "net/T", from: "outside", to: "awaiting", baseUnits: 5n, reason: "test", reference: "ref" },
  ...fields,
})

describe("the ledger", () => {
  it("records no empty move", () => {
    const ledger = createLedger(() => 0)
    ledger.move(move({ baseUnits: 0n }))
    expect(ledger.entries()).toEqual([])
    expect(ledger.assets()).toEqual([])
  })

  it.each([
    ["more than the balance", move({ from: "treasury", to: "outside", baseUnits: 6n })],
    ["money of another asset", move({ asset: "net/U", from: "treasury", to: "outside", baseUnits: 1n })],
    ["a negative amount", move({ baseUnits: -1n })],
  ])("refuses %s and stays unchanged", (_, wrong) => {
    const ledger = createLedger(() => 0)
    ledger.move(move({ to: "treasury" }))
    expect(() => ledger.move(wrong)).toThrow("this is a bug in the sandbox: test of ref takes")
    expect(ledger.balance("net/T", "treasury")).toBe(5n)
    expect(ledger.entries()).toHaveLength(1)
  })

  it("adds up to zero per asset, with only `outside` negative, after any moves", () => {
    const account = fc.constantFrom<Account>(...ACCOUNTS)
    const asset = fc.constantFrom("net/T", "net/U")
    const baseUnits = fc.bigInt({ min: 0n, max: 50n })
    fc.assert(
      fc.property(
        fc.array(fc.record({ asset, from: account, to: account, baseUnits }), { maxLength: 60 }),
        (moves) => {
          const ledger = createLedger(() => 0)
          for (const entry of moves) {
            const isPossible =
              entry.from === "outside" || ledger.balance(entry.asset, entry.from) >= entry.baseUnits
            if (isPossible) ledger.move(move(entry))
            else expect(() => ledger.move(move(entry))).toThrow("bug in the sandbox")
          }
          for (const asset of ledger.assets()) {
            const held = ACCOUNTS.map((account) => ledger.balance(asset, account))
            expect(held.reduce((sum, baseUnits) => sum + baseUnits, 0n)).toBe(0n)
            expect(held.slice(1).every((baseUnits) => baseUnits >= 0n)).toBe(true)
          }
        }
      )
    )
  })
})

describe("balances", () => {
  it("show an asset missing from the catalog with the decimals of its transfer", async () => {
    const { createInvoice, control, rows } = openBusiness()
    await control.pay(await createInvoice(), { token: "FAKE", amount: "0.000000000000000001" })
    const amounts = { total: "0", totalHeld: "0", requiresRecovery: "0.000000000000000001" }
    expect(await rows("balances")).toMatchObject([{ networkId: "base-mainnet", token: "FAKE", amounts }])
  })

  it("count every account of the business except outgoing money and fees", () => {
    const counted = new Set<string>(Object.values(BALANCE_ACCOUNTS).flat())
    expect(ACCOUNTS.filter((account) => !counted.has(account))).toEqual(["outside", "reserved", "fees"])
  })
})
