import * as fc from "fast-check"
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

  it("remembers the first description of an asset missing from the catalog", () => {
    const ledger = createLedger(() => 0)
    const asset = { chain: "evm", networkId: "base-mainnet", token: "FAKE", decimals: 9 }
    expect(ledger.introduce(asset)).toBe("base-mainnet/FAKE")
    ledger.introduce({ ...asset, decimals: 2 })
    expect(ledger.introduced("base-mainnet/FAKE")).toEqual(asset)
    expect(ledger.introduced("base-mainnet/OTHER")).toBeUndefined()
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
