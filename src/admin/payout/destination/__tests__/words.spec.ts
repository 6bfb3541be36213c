import { EMPTY_ENTRY, hasMemos, missingInEntry, toEntryBody } from "../entry"
import { splitMuxed } from "../muxed"

describe("a new destination", () => {
  const values = { ...EMPTY_ENTRY, label: " Ada ", networkId: "stellar-mainnet", address: "GABC" }

  it.each([
    [null, false],
    ["evm", false],
    ["sol", false],
    ["stellar", true],
    ["ton", true],
  ])("on %s a memo is required: %s", (chain, isAsked) => {
    expect(hasMemos(chain)).toBe(isAsked)
  })

  it("needs a name, a network and an address, and a word about the memo where there are memos", () => {
    expect(missingInEntry(EMPTY_ENTRY, null)).toBe("missing")
    expect(missingInEntry({ ...values, label: " " }, "stellar")).toBe("missing")
    expect(missingInEntry(values, "stellar")).toBe("missingMemo")
    expect(missingInEntry({ ...values, memo: "7" }, "stellar")).toBeNull()
    expect(missingInEntry({ ...values, hasNoMemo: true }, "stellar")).toBeNull()
    expect(missingInEntry(values, "evm")).toBeNull()
  })

  it("carries a memo only where there are memos", () => {
    const base = { label: "Ada", network_id: "stellar-mainnet", address: "GABC" }
    expect(toEntryBody({ ...values, memo: "7" }, "stellar", null)).toEqual({ ...base, memo: "7" })
    expect(toEntryBody({ ...values, hasNoMemo: true }, "stellar", null)).toEqual({
      ...base,
      has_no_memo: true,
    })
    expect(toEntryBody({ ...values, memo: "7", hasNoMemo: true }, "evm", null)).toEqual(base)
  })

  it("carries both entries where nothing checks an address", () => {
    const ton = { ...values, networkId: "ton-mainnet", address: "EQab" }
    expect(missingInEntry({ ...ton, hasNoMemo: true }, "ton")).toBe("missingAgain")
    const again = { ...ton, addressAgain: "EQab" }
    expect(missingInEntry({ ...again, hasNoMemo: true }, "ton")).toBeNull()
    expect(missingInEntry({ ...again, memo: "7" }, "ton")).toBe("missingAgain")
    expect(toEntryBody({ ...again, memo: "7", memoAgain: "8" }, "ton", null)).toEqual({
      ...{ label: "Ada", network_id: "ton-mainnet", address: "EQab", memo: "7" },
      ...{ address_again: "EQab", memo_again: "8" },
    })
    expect(toEntryBody({ ...again, networkId: "stellar-mainnet" }, "stellar", null)).not.toHaveProperty(
      "address_again"
    )
  })

  it("names the refund it is for, and leaves it to the server whose address it is", () => {
    expect(toEntryBody({ ...values, memo: "7" }, "stellar", "ref_1")).toEqual({
      label: "Ada",
      network_id: "stellar-mainnet",
      address: "GABC",
      memo: "7",
      refund_id: "ref_1",
    })
  })
})

// The vectors of SEP-23.
describe("a muxed address", () => {
  const address = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"

  it.each([
    ["MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ", "0"],
    ["MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK", "9223372036854775808"],
  ])("%s is account and memo", (text, memo) => {
    expect(splitMuxed(text)).toEqual({ address, memo })
  })

  it.each([
    "",
    address,
    "0x52908400098527886E0F7030069857D2E4169EE7",
    "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUR",
    "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJU",
    "ma7qynf7sowq3glr2bgmzehxavirza4kvwltjjfc7mgxua74p7ujuaaaaaaaaaaaacjuq",
  ])("%p is none", (text) => {
    expect(splitMuxed(text)).toBeNull()
  })
})
