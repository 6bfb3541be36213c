import fc from "fast-check"
import { normalizeAddress } from "../../../gateway/address"
import type { DestinationProblem, EnteredDestination } from "../destination"
import { PAYOUT_CODES } from "../payout-gate"
import {
  ACCOUNT,
  CONTRACT,
  codeOf,
  EVM,
  ISSUER,
  MINT,
  MUXED,
  NETWORKS,
  OTHER_CONTRACT,
  problemOf,
  SOL,
  type Chain,
} from "../../__tests__/entered-destinations"

describe("what money can go to", () => {
  test.each<[string, Chain, string, Partial<EnteredDestination>]>([
    ["an EVM address with its checksum", "evm", EVM, {}],
    ["one in small letters", "evm", EVM.toLowerCase(), {}],
    ["one in capital letters", "evm", `0x${EVM.slice(2).toUpperCase()}`, {}],
    ["an address of Solana", "sol", SOL, {}],
    ["one of Solana with a memo", "sol", SOL, { memo: "order 7" }],
    ["an account of Stellar that needs no memo", "stellar", ACCOUNT, {}],
    ["one with a number as memo", "stellar", ACCOUNT, { memo: "18446744073709551615", hasNoMemo: false }],
    ["one with a text as memo", "stellar", ACCOUNT, { memo: "Grüße 7", hasNoMemo: false }],
    ["one with a hash as memo", "stellar", ACCOUNT, { memo: "ab".repeat(32), hasNoMemo: false }],
    ["an empty memo", "evm", EVM, { memo: "" }],
  ])("%s", (_, chain, address, change) => {
    expect(problemOf(chain, address, change)).toBeNull()
  })

  test("EVM addresses are stored in one form", () => {
    for (const text of [EVM, EVM.toLowerCase(), `0x${EVM.slice(2).toUpperCase()}`])
      expect(normalizeAddress("evm", text)).toBe(EVM)
    expect(normalizeAddress("sol", SOL)).toBe(SOL)
    expect(normalizeAddress("stellar", ACCOUNT)).toBe(ACCOUNT)
  })
})

const NO_PREFIX = { code: "malformed", networkName: "Base", reason: "prefix", prefix: "0x" } as const
const STRANGE = { code: "malformed", reason: "character" } as const

describe("a mistyped address", () => {
  test("an EVM address with any letter in the wrong case is refused", () => {
    const letters = [...EVM].flatMap((letter, at) => (at > 1 && /[a-zA-Z]/.test(letter) ? [at] : []))
    expect(letters.length).toBeGreaterThan(10)
    for (const at of letters) {
      const letter = EVM.charAt(at)
      const flipped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
      expect(codeOf("evm", EVM.slice(0, at) + flipped + EVM.slice(at + 1))).toBe("checksum")
    }
  })

  test("a Stellar account with any other character is refused", () => {
    for (let at = 1; at < ACCOUNT.length; at++)
      for (const letter of "AZ27".replace(ACCOUNT.charAt(at), "")) {
        const code = codeOf("stellar", ACCOUNT.slice(0, at) + letter + ACCOUNT.slice(at + 1))
        expect(["checksum", "malformed"]).toContain(code)
      }
  })

  test.each<[Chain, string, DestinationProblem]>([
    ["evm", EVM.slice(0, -1), { code: "length", chain: "evm", networkName: "Base" }],
    ["evm", `${EVM}0`, { code: "length", chain: "evm", networkName: "Base" }],
    ["evm", "0x", { code: "length", chain: "evm", networkName: "Base" }],
    ["sol", SOL.slice(0, -1), { code: "length", chain: "sol", networkName: "Solana" }],
    ["sol", `${SOL}22`, { code: "length", chain: "sol", networkName: "Solana" }],
    ["sol", "z".repeat(44), { code: "length", chain: "sol", networkName: "Solana" }],
    ["stellar", ACCOUNT.slice(0, -1), { code: "length", chain: "stellar", networkName: "Stellar" }],
    ["stellar", `${ACCOUNT}A`, { code: "length", chain: "stellar", networkName: "Stellar" }],
    ["stellar", MUXED.slice(0, -1), { code: "length", chain: "stellar", networkName: "Stellar" }],
    ["evm", EVM.slice(2), NO_PREFIX],
    ["evm", `0X${EVM.slice(2)}`, NO_PREFIX],
    ["evm", EVM.replace("A", "g"), { ...STRANGE, networkName: "Base", position: 5, character: "g" }],
    ["evm", "vitalik.eth", NO_PREFIX],
    ["sol", SOL.replace("7", "0"), { ...STRANGE, networkName: "Solana", position: 1, character: "0" }],
    ["sol", SOL.replace("E", "l"), { ...STRANGE, networkName: "Solana", position: 2, character: "l" }],
    ["stellar", ACCOUNT.toLowerCase(), { ...STRANGE, networkName: "Stellar", position: 1, character: "g" }],
    [
      "stellar",
      ACCOUNT.replace("7", "0"),
      { ...STRANGE, networkName: "Stellar", position: 3, character: "0" },
    ],
    [
      "stellar",
      "CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA",
      { code: "malformed", networkName: "Stellar", reason: "whole" },
    ],
    ["evm", "", NO_PREFIX],
  ])("%s %s is refused with %j", (chain, address, problem) => {
    expect(problemOf(chain, address)).toEqual(problem)
  })
})

describe("an address of another chain", () => {
  test.each<[Chain, string, of: Chain]>([
    ["evm", SOL, "sol"],
    ["evm", ACCOUNT, "stellar"],
    ["evm", MUXED, "stellar"],
    ["sol", EVM, "evm"],
    ["sol", EVM.toLowerCase(), "evm"],
    ["sol", EVM.replace("A", "a"), "evm"],
    ["sol", ACCOUNT, "stellar"],
    ["stellar", EVM, "evm"],
    ["stellar", SOL, "sol"],
  ])("%s, given %s", (chain, address, of) => {
    const networkName = NETWORKS[chain].name
    expect(problemOf(chain, address)).toEqual({ code: "wrong_chain", chain: of, networkName })
  })
})

describe("memos", () => {
  test.each<[string, Chain, Partial<EnteredDestination>, string]>([
    ["none, and nobody says that it needs none", "stellar", { hasNoMemo: false }, "memo_missing"],
    [
      "an empty one, and nobody says that it needs none",
      "stellar",
      { memo: "", hasNoMemo: false },
      "memo_missing",
    ],
    ["one, and that it needs none", "stellar", { memo: "7", hasNoMemo: true }, "memo_conflict"],
    ["one that is too long", "stellar", { memo: "a".repeat(29), hasNoMemo: false }, "memo_invalid"],
    ["one that is too long in bytes", "stellar", { memo: "ü".repeat(15), hasNoMemo: false }, "memo_invalid"],
    ["one with a blank before it", "stellar", { memo: " 7", hasNoMemo: false }, "memo_invalid"],
    ["one with a blank after it", "stellar", { memo: "7\u00a0", hasNoMemo: false }, "memo_invalid"],
    ["one with an invisible character", "stellar", { memo: "7\u200b8", hasNoMemo: false }, "memo_invalid"],
    ["one on EVM", "evm", { memo: "7" }, "memo_unsupported"],
  ])("%s", (_, chain, change, code) => {
    expect(codeOf(chain, chain === "stellar" ? ACCOUNT : EVM, change)).toBe(code)
  })

  test("a muxed address is not paid to, and what it stands for is offered", () => {
    for (const hasNoMemo of [true, false])
      expect(problemOf("stellar", MUXED, { hasNoMemo })).toEqual({
        code: "muxed",
        suggestion: { address: ACCOUNT, memo: "0" },
      })
  })

  test("a muxed address with a memo beside it says two things", () => {
    expect(codeOf("stellar", MUXED, { memo: "7", hasNoMemo: false })).toBe("memo_conflict")
  })

  test("what is offered in place of a muxed address can be paid to", () => {
    const problem = problemOf("stellar", MUXED)
    const { address, memo } = problem?.code === "muxed" ? problem.suggestion : { address: "", memo: "" }
    expect(problemOf("stellar", address, { memo, hasNoMemo: false })).toBeNull()
  })
})

describe("addresses that cannot be used for payouts", () => {
  test.each<[Chain, string]>([
    ["evm", `0x${"0".repeat(40)}`],
    ["evm", "0x000000000000000000000000000000000000dEaD"],
    ["evm", "0x000000000000000000000000000000000000dead"],
    ["sol", "1".repeat(32)],
    ["sol", "1nc1nerator11111111111111111111111111111111"],
    ["stellar", `G${"A".repeat(52)}WHF`],
  ])("%s %s burns what is sent there", (chain, address) => {
    expect(codeOf(chain, address)).toBe("burn")
  })

  test.each<[string, Chain, string]>([
    ["a contract of the network", "evm", CONTRACT],
    ["a contract in small letters", "evm", CONTRACT.toLowerCase()],
    ["a contract of another network of the chain", "evm", OTHER_CONTRACT],
    ["a mint", "sol", MINT],
    ["an issuer", "stellar", ISSUER],
  ])("%s is not a wallet", (_, chain, address) => {
    expect(codeOf(chain, address)).toBe("token_contract")
  })

  test("the problem names the token", () => {
    expect(problemOf("sol", MINT)).toEqual({ code: "token_contract", token: "USDC" })
  })
})

describe("networks", () => {
  test("one that the catalog does not have is refused", () => {
    expect(problemOf("evm", EVM, { network: undefined, networkId: "ghost" })).toEqual({
      code: "unknown_network",
      networkId: "ghost",
    })
  })

  test("one for tests is refused in a live store, and fine in the sandbox", () => {
    const network = { ...NETWORKS.evm, environment: "sandbox" }
    expect(codeOf("evm", EVM, { network })).toBe("test_network")
    expect(codeOf("evm", EVM, { network, environment: "sandbox" })).toBeNull()
  })

  test("addresses of a chain that we know no rules of are refused", () => {
    expect(codeOf("nova", "nova1qxyz")).toBe("unknown_chain")
  })
})

test("whatever the texts are, nothing is thrown, and every code is a listed one", () => {
  const address = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.stringMatching(/^0x[\da-fA-F]{38,42}$/),
    fc.stringMatching(/^[GM][A-Z2-7]{54,68}$/),
    fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{30,46}$/)
  )
  const memo = fc.option(fc.string({ unit: "binary" }), { nil: undefined })
  const chain = fc.constantFrom<Chain>("evm", "sol", "stellar", "nova")
  fc.assert(
    fc.property(chain, address, memo, fc.boolean(), (one, text, said, hasNoMemo) => {
      const code = codeOf(one, text, { memo: said, hasNoMemo })
      expect(code === null || code in PAYOUT_CODES).toBe(true)
    }),
    { numRuns: 1_000 }
  )
})
