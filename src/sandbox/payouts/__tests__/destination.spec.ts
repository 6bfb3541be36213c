import { destinations, openBusiness } from "./business"
import { checkDestination } from "../recipients"

const fields = { address: "there", memo: "note" }
const muxed = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK"

function problemOf(chain: string, destinationAddress: string, memo?: string, memoAddresses: string[] = []) {
  const { withdrawals } = openBusiness().world()
  for (const address of memoAddresses) withdrawals.memoAddresses.add(address)
  try {
    checkDestination({ withdrawals }, { chain, destinationAddress, memo }, fields)
    return undefined
  } catch (error) {
    return (error as { details: { field: string; message: string }[] }).details
      .map(({ field, message }) => `${field} ${message}`)
      .join()
  }
}

describe("a destination", () => {
  it.each([
    [
      "an address of another chain",
      "evm",
      destinations.stellar,
      undefined,
      "there is not an address of this chain",
    ],
    [
      "a Solana address that is too short",
      "sol",
      destinations.sol.slice(2),
      undefined,
      "there is not an address of this chain",
    ],
    [
      "a mistyped checksum",
      "evm",
      "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD",
      undefined,
      "there has a wrong character: its checksum does not match",
    ],
    [
      "a mistyped Stellar account",
      "stellar",
      destinations.stellar.replace("GBU", "GBV"),
      undefined,
      "there has a wrong character: its checksum does not match",
    ],
    ["a muxed account", "stellar", muxed, undefined, "there is not an account: a G... address is required"],
    ["a memo on a chain without memos", "evm", destinations.evm, "7", "note is not possible on this chain"],
    [
      "a memo that is too long",
      "stellar",
      destinations.stellar,
      "x".repeat(29),
      "note is not a Stellar memo",
    ],
  ])("is refused for %s", (_, chain, address, memo, problem) => {
    expect(problemOf(chain, address, memo)).toBe(problem)
  })

  it("that is shared needs a memo", () => {
    const shared = [destinations.stellar]
    expect(problemOf("stellar", destinations.stellar, undefined, shared)).toBe(
      "note is required: this destination is shared"
    )
    expect(problemOf("stellar", destinations.stellar, "7", shared)).toBeUndefined()
  })
})
