import { ADDRESS_REFUSALS, findAddressRefusal } from "../payment-page"

const EVM = "0x52908400098527886E0F7030069857D2E4169EE7"
const OTHER_EVM = "0x8617E340B3D01FA5F11F306F4090FD50E238070D"
const SOL = "11111111111111111111111111111112"
const STELLAR = "GDUKMGUGDZQK6YHYA5Z6AY2G4XDSZPSZ3SW5UN3ARVMO6QSRDWP5YLEX"

const unseen = (chain: string) => ({ chain, deposit_address: null, memo: null })
const seen = { chain: "evm", deposit_address: EVM, memo: null }

describe("the address of an invoice that was not shown yet", () => {
  it.each([
    ["evm", { depositAddress: EVM }, null],
    ["evm", { depositAddress: EVM.toLowerCase() }, null],
    ["evm", { depositAddress: EVM.replace("E7", "e7") }, "unusable"],
    ["evm", { depositAddress: SOL }, "unusable"],
    ["evm", { depositAddress: `${EVM}\n` }, "unusable"],
    ["evm", { depositAddress: EVM, memoId: "42" }, "unusable"],
    ["sol", { depositAddress: SOL }, null],
    ["sol", { depositAddress: EVM }, "unusable"],
    ["stellar", { depositAddress: STELLAR, memoId: "42" }, null],
    ["stellar", { depositAddress: STELLAR }, null],
    ["stellar", { depositAddress: STELLAR, receiveMode: "memo_required" }, "memo_unclear"],
    ["stellar", { depositAddress: STELLAR, receiveMode: "dedicated_address" }, null],
    ["stellar", { depositAddress: STELLAR, memoId: "42", memo: { value: "43" } }, "memo_unclear"],
    ["stellar", { depositAddress: EVM, memoId: "42" }, "unusable"],
    ["newchain", { depositAddress: "any-form_of.address" }, null],
    ["newchain", { depositAddress: "x".repeat(201) }, "unusable"],
    ["newchain", { depositAddress: "a\u202Eb" }, "unusable"],
    ["newchain", { depositAddress: "" }, "unusable"],
    ["evm", {}, null],
  ] as const)("on %s with %j is refused as %p", (chain, invoice, refusal) => {
    expect(findAddressRefusal(invoice, unseen(chain))).toBe(refusal)
  })
})

describe("the address of an invoice whose payer has seen one", () => {
  it.each([
    ["the same", { depositAddress: EVM }, null],
    ["the same in another case", { depositAddress: EVM.toLowerCase() }, null],
    ["none", {}, null],
    ["another one, however good", { depositAddress: OTHER_EVM }, "changed"],
    ["nonsense", { depositAddress: "nonsense" }, "changed"],
    ["the same with a memo", { depositAddress: EVM, memoId: "42" }, "changed"],
  ] as const)("and is %s is refused as %p", (_, invoice, refusal) => {
    expect(findAddressRefusal(invoice, seen)).toBe(refusal)
  })

  it("is refused with another memo, and not where the memo is left out", () => {
    const shown = { chain: "stellar", deposit_address: STELLAR, memo: "42" }
    expect(findAddressRefusal({ depositAddress: STELLAR, memo: { value: "43" } }, shown)).toBe("changed")
    expect(findAddressRefusal({ depositAddress: STELLAR, memoId: "42" }, shown)).toBeNull()
    expect(findAddressRefusal({ depositAddress: STELLAR }, shown)).toBeNull()
  })
})

test("reasons are distinct", () => {
  expect(new Set(ADDRESS_REFUSALS).size).toBe(ADDRESS_REFUSALS.length)
})
