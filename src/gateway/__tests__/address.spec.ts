import { base58 } from "@scure/base"
import fc from "fast-check"
import { readTransactionHash, validateAddress } from "../address"

const evm = (address: string) => validateAddress({ chain: "evm", address })
const sol = (address: string) => validateAddress({ chain: "sol", address })
const stellar = (address: string, memo?: string) => validateAddress({ chain: "stellar", address, memo })

const verified = { kind: "valid", checksum: "verified" }
const unverified = { kind: "valid", checksum: "absent" }
const invalid = (reason: string) => ({ kind: "invalid", reason })

const eip55 = [
  "0x52908400098527886E0F7030069857D2E4169EE7",
  "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
  "0xde709f2102306220921060314715629080e2fb77",
  "0x27b1fdb04752bbc536007a920d24acb045561c26",
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
  "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
  "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
]

test.each(eip55)("EIP-55: %s carries its checksum", (address) => {
  expect(evm(address)).toEqual(verified)
})

test("an EVM address in one case only is valid without a checksum", () => {
  const digits = "5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"
  expect(evm(`0x${digits}`)).toEqual(unverified)
  expect(evm(`0x${digits.toUpperCase()}`)).toEqual(unverified)
})

test("an EVM address in mixed case with one letter in the wrong case is refused", () => {
  const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
  const letters = [...address].flatMap((letter, at) => (at > 1 && /[a-zA-Z]/.test(letter) ? [at] : []))
  expect(letters.length).toBeGreaterThan(10)
  for (const at of letters) {
    const letter = address.charAt(at)
    const flipped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
    expect(evm(address.slice(0, at) + flipped + address.slice(at + 1))).toEqual(invalid("checksum"))
  }
})

test.each([
  ["", "5aaeb6053f3e94c9b9a09f33669435e7ef1beaed", "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae"],
  ["0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed0", "0X5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"],
  ["0xgaaeb6053f3e94c9b9a09f33669435e7ef1beaed", " 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"],
  ["0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed\n", "vitalik.eth", "0x"],
])("anything but 0x and forty hex digits is not an EVM address (%#)", (...texts) => {
  for (const text of texts) expect(evm(text)).toEqual(invalid("malformed"))
})

test("an EVM address cannot be given a memo: it would be lost", () => {
  const [address = ""] = eip55
  expect(validateAddress({ chain: "evm", address, memo: "7" })).toEqual(invalid("memo_unsupported"))
})

test.each([
  "11111111111111111111111111111111",
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
])("%s is a Solana address: base58 of 32 bytes", (address) => {
  expect(sol(address)).toEqual(unverified)
})

test.each([
  ["1111111111111111111111111111111", "111111111111111111111111111111111"],
  ["EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1vv"],
  ["EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt10", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1O"],
  ["", "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", "0x52908400098527886E0F7030069857D2E4169EE7"],
])("anything but base58 of exactly 32 bytes is not a Solana address (%#)", (...texts) => {
  for (const text of texts) expect(sol(text)).toEqual(invalid("malformed"))
})

const account = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
const muxed = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ"

test("SEP-23: a valid account is recognised", () => {
  expect(stellar(account)).toEqual(verified)
})

test.each([
  [muxed, "0"],
  ["MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK", "9223372036854775808"],
])("SEP-23: the muxed address %s stands for the account and the id %s", (address, id) => {
  expect(stellar(address)).toEqual({ ...verified, muxed: { account, id } })
})

test.each([
  ["GAAAAAAAACGC6", "malformed"],
  ["MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUR", "malformed"],
  ["GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZA", "malformed"],
  ["GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUACUSI", "malformed"],
  ["G47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVP2I", "malformed"],
  ["MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLKA", "malformed"],
  ["MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAAV75I", "malformed"],
  ["M47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ", "malformed"],
  ["MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUK===", "malformed"],
  ["MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUO", "checksum"],
  ["BAAT6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGXACA", "malformed"],
])("SEP-23: %s is refused", (address, reason) => {
  expect(stellar(address)).toEqual(invalid(reason))
})

test("a Stellar contract or lower case is not a destination", () => {
  expect(stellar("CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA")).toEqual(invalid("malformed"))
  expect(stellar(account.toLowerCase())).toEqual(invalid("malformed"))
})

test("any wrong character of a Stellar address is noticed", () => {
  for (let at = 1; at < account.length; at++) {
    const other = account.charAt(at) === "B" ? "C" : "B"
    expect(stellar(account.slice(0, at) + other + account.slice(at + 1)).kind).toBe("invalid")
  }
})

test.each(["1", "18446744073709551615", "invoice 7", "ü".repeat(14), "ab".repeat(32)])(
  "a Stellar account takes the memo %j",
  (memo) => {
    expect(stellar(account, memo)).toEqual(verified)
  }
)

test.each(["", "ü".repeat(15), "a".repeat(29), "ab".repeat(33)])("%j is not a Stellar memo", (memo) => {
  expect(stellar(account, memo)).toEqual(invalid("memo_invalid"))
})

test("a muxed address and a memo exclude each other", () => {
  expect(stellar(muxed, "7")).toEqual(invalid("memo_conflict"))
})

test("addresses of an unknown chain are not validated, except obvious nonsense", () => {
  const nova = (address: string) => validateAddress({ chain: "nova", address, memo: "7" })
  expect(nova("nova1qxyz")).toEqual({ kind: "unchecked" })
  for (const address of ["", " ", "a b", "a\nb", "ü", "x".repeat(201)]) {
    expect(nova(address)).toEqual(invalid("malformed"))
  }
  expect(validateAddress({ chain: "__proto__", address: "x" })).toEqual({ kind: "unchecked" })
})

test("whatever the texts are, nothing is thrown", () => {
  const chain = fc.oneof(fc.constantFrom("evm", "sol", "stellar", "constructor"), fc.string())
  const address = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.base64String(),
    fc.stringMatching(/^[GM][A-Z2-7]{55,68}$/),
    fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{30,46}$/)
  )
  const memo = fc.option(fc.string({ unit: "binary" }), { nil: undefined })
  fc.assert(
    fc.property(fc.record({ chain, address, memo }), (input) => {
      expect(["valid", "invalid", "unchecked"]).toContain(validateAddress(input).kind)
    }),
    { numRuns: 1000 }
  )
})

const digits = "Ab".repeat(32)
const signature = base58.encode(new Uint8Array(64).fill(7))

test.each([
  ["evm", ` 0x${digits} `, `0x${digits.toLowerCase()}`],
  ["evm", digits, null],
  ["evm", "0x12", null],
  ["stellar", digits, digits.toLowerCase()],
  ["stellar", `0x${digits}`, null],
  ["sol", signature, signature],
  ["sol", digits, null],
  ["sol", base58.encode(new Uint8Array(32).fill(7)), null],
  ["other", "any-hash-1", "any-hash-1"],
  ["other", "with space", null],
  ["evm", "", null],
])("on %s the hash %s is read as %s", (chain, given, read) => {
  expect(readTransactionHash(chain, given)).toBe(read)
})
