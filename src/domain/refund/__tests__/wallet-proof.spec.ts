import { TypedDataEncoder, Wallet } from "ethers"
import { signatureForContract, typedDataDigest } from "../../typed-data"
import { type AddressClaim, isSigned, typedDataOf } from "../refund-address"

const wallet = new Wallet(`0x${"11".repeat(32)}`)
const claim: AddressClaim = {
  ...{ host: "api.shop.example", refundId: "ref_1", address: wallet.address },
  ...{ chainId: 8453, nonce: "00ff", expiry: 1_795_000_000 },
}

const { domain, types, message } = typedDataOf(claim)
const signed = { RefundAddress: [...types.RefundAddress] }

test("the wallet shows what is signed", () => {
  expect(domain).toEqual({ name: "Refund address", version: "1" })
})

test("the digest is that of another implementation", () => {
  const expected = TypedDataEncoder.hash(domain, signed, message)
  expect(`0x${Buffer.from(typedDataDigest(typedDataOf(claim))).toString("hex")}`).toBe(expected)
})

test.each<[string, Partial<AddressClaim>, boolean]>([
  ["what was signed", {}, true],
  ["its address in small letters", { address: wallet.address.toLowerCase() }, true],
  ["another host", { host: "evil.example" }, false],
  ["another refund", { refundId: "ref_2" }, false],
  ["another address", { address: "0x52908400098527886E0F7030069857D2E4169EE7" }, false],
  ["another chain", { chainId: 1 }, false],
  ["another nonce", { nonce: "00fe" }, false],
  ["another expiry", { expiry: 1_795_000_001 }, false],
])("a signature proves control for %s", async (_, change, expected) => {
  const signature = await wallet.signTypedData(domain, signed, message)
  expect(isSigned({ ...claim, ...change }, signature)).toBe(expected)
})

test("a signature counts in both forms that wallets write, and in no other", async () => {
  const ends = new Set<string>()
  for (const nonce of "0123456789abcdef") {
    const own = { ...claim, nonce }
    const signature = await wallet.signTypedData(domain, signed, { ...message, nonce })
    const [start, end] = [signature.slice(0, -2), signature.slice(-2)]
    ends.add(end)
    const [short, other] = end === "1b" ? ["00", "1c"] : ["01", "1b"]
    expect([end, short].map((form) => isSigned(own, start + form))).toEqual([true, true])
    expect([other, "1d", `${end}00`].map((form) => isSigned(own, start + form))).toEqual([
      false,
      false,
      false,
    ])
    expect([end, short].map((form) => signatureForContract(start + form))).toEqual([signature, signature])
  }
  expect([...ends].sort()).toEqual(["1b", "1c"])
})

test.each([
  "",
  "0x",
  `0x${"zz".repeat(65)}`,
  `0x${"00".repeat(65)}`,
  `0x${"ff".repeat(65)}`,
  `0x${"11".repeat(200)}`,
])("%p proves nothing", (signature) => {
  expect(isSigned(claim, signature)).toBe(false)
})
