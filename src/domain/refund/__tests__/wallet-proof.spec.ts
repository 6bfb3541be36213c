import { TypedDataEncoder, Wallet } from "ethers"
import { type AddressClaim, checkProof, messageDigest, typedDataOf } from "../refund-address"

const wallet = new Wallet(`0x${"11".repeat(32)}`)
const claim: AddressClaim = {
  ...{ host: "api.shop.example", refundId: "ref_1", address: wallet.address },
  ...{ chainId: 8453, nonce: "00ff", expiry: 1_795_000_000 },
}

const { domain, types, message } = typedDataOf(claim)
const signed = { RefundAddress: [...types.RefundAddress] }

test("the digest is that of another implementation", () => {
  const expected = TypedDataEncoder.hash(domain, signed, message)
  expect(`0x${Buffer.from(messageDigest(claim)).toString("hex")}`).toBe(expected)
})

test.each<[string, Partial<AddressClaim>, string]>([
  ["what was signed", {}, "signed"],
  ["another host", { host: "evil.example" }, "not_signed"],
  ["another refund", { refundId: "ref_2" }, "not_signed"],
  ["another address", { address: "0x52908400098527886E0F7030069857D2E4169EE7" }, "not_signed"],
  ["another chain", { chainId: 1 }, "not_signed"],
  ["another nonce", { nonce: "00fe" }, "not_signed"],
  ["another expiry", { expiry: 1_795_000_001 }, "not_signed"],
])("a signature proves control for %s", async (_, change, expected) => {
  const signature = await wallet.signTypedData(domain, signed, message)
  expect(checkProof({ ...claim, ...change }, signature)).toBe(expected)
})

test.each([null, "", "0x", `0x${"00".repeat(65)}`, `0x${"ff".repeat(65)}`, `0x${"11".repeat(200)}`])(
  "%p proves nothing",
  (signature) => {
    expect(checkProof(claim, signature)).toBe("not_signed")
  }
)
