import { base58 } from "@scure/base"
import { readTransactionHash } from "../address"

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
