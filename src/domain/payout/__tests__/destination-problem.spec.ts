import fc from "fast-check"
import { normalizeAddress, validateAddress } from "../../../gateway/address"
import { DESTINATION_CHECKSUMS, type EnteredDestination, findAgainProblem } from "../destination"
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
    ["no memo, where none is possible", "evm", EVM, { hasNoMemo: false }],
  ])("%s", (_, chain, address, change) => {
    expect(problemOf(chain, address, change)).toBeNull()
  })

  test("EVM addresses are stored in one form", () => {
    for (const text of [EVM, EVM.toLowerCase(), `0x${EVM.slice(2).toUpperCase()}`])
      expect(normalizeAddress("evm", text)).toBe(EVM)
    const valid = [EVM, EVM.toLowerCase()].map((address) => validateAddress({ chain: "evm", address }))
    expect(valid).toEqual(DESTINATION_CHECKSUMS.map((checksum) => ({ kind: "valid", checksum })))
    expect(normalizeAddress("sol", SOL)).toBe(SOL)
    expect(normalizeAddress("stellar", ACCOUNT)).toBe(ACCOUNT)
  })
})

const malformed = (networkName: string, reason: object) => ({ code: "malformed", networkName, ...reason })
const NO_PREFIX = malformed("Base", { reason: "prefix", prefix: "0x" })
const strange = (networkName: string, position: number, character: string) =>
  malformed(networkName, { reason: "character", position, character })
const CONTRACT_ID = "CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA"

describe("a mistyped address", () => {
  test.each<[Chain, string]>([
    ["evm", EVM.replace("A", "a")],
    ["stellar", `${ACCOUNT.slice(0, -1)}A`],
    ["stellar", MUXED.replace("QYN", "QYM")],
  ])("%s %s is refused, as its checksum is another", (chain, address) => {
    expect(codeOf(chain, address)).toBe("checksum")
  })

  test.each<[Chain, string]>([
    ["evm", EVM.slice(0, -1)],
    ["evm", `${EVM}0`],
    ["evm", "0x"],
    ["sol", SOL.slice(0, -1)],
    ["sol", `${SOL}22`],
    ["sol", "z".repeat(44)],
    ["sol", `G${"z".repeat(55)}`],
    ["stellar", ACCOUNT.slice(0, -1)],
    ["stellar", `${ACCOUNT}A`],
    ["stellar", MUXED.slice(0, -1)],
  ])("%s %s is refused for its length", (chain, address) => {
    expect(problemOf(chain, address)).toEqual({ code: "length", chain, networkName: NETWORKS[chain].name })
  })

  test.each<[Chain, string, object]>([
    ["evm", EVM.slice(2), NO_PREFIX],
    ["evm", `0X${EVM.slice(2)}`, NO_PREFIX],
    ["evm", "vitalik.eth", NO_PREFIX],
    ["evm", "", NO_PREFIX],
    ["evm", EVM.replace("A", "g"), strange("Base", 5, "g")],
    ["sol", SOL.replace("7", "0"), strange("Solana", 1, "0")],
    ["sol", SOL.replace("E", "l"), strange("Solana", 2, "l")],
    ["stellar", ACCOUNT.toLowerCase(), strange("Stellar", 1, "g")],
    ["stellar", ACCOUNT.replace("7", "0"), strange("Stellar", 3, "0")],
    ["stellar", CONTRACT_ID, malformed("Stellar", { reason: "whole" })],
    ["stellar", `G${"Z".repeat(55)}`, malformed("Stellar", { reason: "whole" })],
    ["stellar", `M${"Z".repeat(68)}`, malformed("Stellar", { reason: "whole" })],
  ])("%s %s is refused with %j", (chain, address, problem) => {
    expect(problemOf(chain, address)).toEqual(problem)
  })
})

describe("invisible characters, and look-alikes", () => {
  const GIVEN = { evm: EVM, sol: SOL, stellar: ACCOUNT }
  const CHAINS = ["evm", "sol", "stellar"] as const

  test.each([..." \t\n\u00a0\u2003\u200b\u200d\u2060\ufeff\u00ad\u3164\u202e", "\r\n"])(
    "the blank %j before, after or in the address is not taken away in silence",
    (blank) => {
      for (const chain of CHAINS) {
        const address = GIVEN[chain]
        for (const text of [blank + address, address + blank, address.slice(0, 9) + blank + address.slice(9)])
          expect([text, codeOf(chain, text)]).toEqual([text, "whitespace"])
      }
    }
  )

  test.each([
    ["\u0430", "a"],
    ["\u0435", "e"],
    ["\u03bf", "o"],
    ["\u0410", "A"],
    ["\uff11", "1"],
    ["\uff21", "A"],
    ["\u0661", "1"],
    ["\ud835\udfd9", "1"],
  ])("%s in place of %s is found", (alike) => {
    for (const chain of CHAINS)
      expect(codeOf(chain, GIVEN[chain].slice(0, 12) + alike + GIVEN[chain].slice(13))).toBe("homoglyph")
  })

  test.each([
    ["evm", ` ${EVM}`, "whitespace", " ", 1, false],
    ["evm", `${EVM}\u200b`, "whitespace", "\u200b", 43, true],
    ["sol", `${SOL.slice(0, 4)}\u00a0${SOL.slice(4)}`, "whitespace", "\u00a0", 5, false],
    ["evm", EVM.replace("5a", "5\u0430"), "homoglyph", "\u0430", 4, false],
  ] as const)("%s %j: the problem says where it is", (chain, address, code, character, position, isLast) => {
    expect(problemOf(chain, address)).toEqual({ code, character, position, isLast })
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
  test.each<[string, Partial<EnteredDestination>, string]>([
    ["none, and nobody says that it needs none", { hasNoMemo: false }, "memo_missing"],
    ["an empty one, and nobody says that it needs none", { memo: "", hasNoMemo: false }, "memo_missing"],
    ["one, and that it needs none", { memo: "7", hasNoMemo: true }, "memo_conflict"],
    ["one that is too long", { memo: "a".repeat(29), hasNoMemo: false }, "memo_invalid"],
    ["one that is too long in bytes", { memo: "ü".repeat(15), hasNoMemo: false }, "memo_invalid"],
    ["one with a blank before it", { memo: " 7", hasNoMemo: false }, "memo_invalid"],
    ["one with a blank after it", { memo: "7\u00a0", hasNoMemo: false }, "memo_invalid"],
    ["one with an invisible character", { memo: "7\u200b8", hasNoMemo: false }, "memo_invalid"],
  ])("%s", (_, change, code) => {
    expect(codeOf("stellar", ACCOUNT, change)).toBe(code)
  })

  test("one on EVM", () => expect(codeOf("evm", EVM, { memo: "7" })).toBe("memo_unsupported"))

  test("a muxed address is not paid to, and what it stands for is offered, which can be paid to", () => {
    const suggestion = { address: ACCOUNT, memo: "0" }
    for (const hasNoMemo of [true, false])
      expect(problemOf("stellar", MUXED, { hasNoMemo })).toEqual({ code: "muxed", suggestion })
    expect(problemOf("stellar", ACCOUNT, { memo: "0", hasNoMemo: false })).toBeNull()
    expect(codeOf("stellar", MUXED, { memo: "7", hasNoMemo: false })).toBe("memo_conflict")
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

  test.each<[string, Chain, string, string]>([
    ["a contract of the network", "evm", CONTRACT, "USDC"],
    ["a contract in small letters", "evm", CONTRACT.toLowerCase(), "USDC"],
    ["a contract of another network of the chain", "evm", OTHER_CONTRACT, "USDT"],
    ["a mint", "sol", MINT, "USDC"],
    ["an issuer", "stellar", ISSUER, "USDC"],
  ])("%s is not a wallet", (_, chain, address, token) => {
    expect(problemOf(chain, address)).toEqual({ code: "token_contract", token })
  })

  test("an account with an id is the account of an issuer", () => {
    const tokens = [{ ...NETWORKS.stellar, token: "USDC", canonicalAssetId: `stellar:USDC:${ACCOUNT}` }]
    expect(codeOf("stellar", MUXED, { tokens })).toBe("token_contract")
  })

  test("the address of a token on another chain says nothing", () => {
    const again = { address: CONTRACT, memo: undefined }
    expect(codeOf("nova", CONTRACT, { again })).toBeNull()
  })
})

describe("networks", () => {
  test("one that the catalog does not have is refused", () => {
    const problem = { code: "unknown_network", networkId: "ghost" }
    expect(problemOf("evm", EVM, { network: undefined, networkId: "ghost" })).toEqual(problem)
  })

  test("one for tests is refused in a live store, and fine in the sandbox", () => {
    const network = { ...NETWORKS.evm, environment: "sandbox" }
    expect(problemOf("evm", EVM, { network })).toEqual({ code: "test_network", networkName: "Base" })
    expect(codeOf("evm", EVM, { network, environment: "sandbox" })).toBeNull()
  })

  test("a name like a test network's counts unless the catalog says otherwise", () => {
    const network = { ...NETWORKS.evm, name: "Fuji" }
    expect(codeOf("evm", EVM, { network })).toBe("test_network")
    expect(codeOf("evm", EVM, { network: { ...network, environment: "live" } })).toBeNull()
  })
})

describe("on a chain whose addresses nobody can check", () => {
  const ADDRESS = "nova1qxyz"
  const twice = (again: { address?: string; memo?: string }, memo?: string) =>
    codeOf("nova", ADDRESS, {
      again: { address: again.address, memo: again.memo },
      ...{ memo, hasNoMemo: memo === undefined },
    })

  test.each([
    ["nothing was entered again", {}, undefined, "address_differs"],
    ["the address differs in one letter", { address: "nova1qxyZ" }, undefined, "address_differs"],
    ["the memo was not entered again", { address: ADDRESS }, "7", "memo_differs"],
    ["the memo differs", { address: ADDRESS, memo: "8" }, "7", "memo_differs"],
    ["a memo came with the second entry only", { address: ADDRESS, memo: "7" }, undefined, "memo_differs"],
    ["both are the same", { address: ADDRESS, memo: "7" }, "7", null],
    ["no memo is needed, and the address is the same", { address: ADDRESS }, undefined, null],
  ])("an operator enters both twice: %s", (_, again, memo, code) => {
    expect(twice(again, memo)).toBe(code)
  })

  test("a shopper's proposal is entered once, and names a memo or that none is needed", () => {
    expect(codeOf("nova", ADDRESS)).toBeNull()
    expect(codeOf("nova", ADDRESS, { hasNoMemo: false })).toBe("memo_missing")
    expect(codeOf("nova", `${ADDRESS} `)).toBe("whitespace")
    expect(codeOf("nova", "n".repeat(201))).toBe("malformed")
  })

  test("the approver of a proposal enters it again, which no known chain requires", () => {
    const proposed = { address: ADDRESS, memo: "7" }
    const of = (chain: string, again: { address: string | undefined; memo: string | undefined }) =>
      findAgainProblem({ chain, networkName: "Nova" }, proposed, again)?.code
    expect(of("nova", { address: undefined, memo: undefined })).toBe("address_differs")
    expect(of("nova", { address: ADDRESS, memo: undefined })).toBe("memo_differs")
    expect(of("nova", proposed)).toBeUndefined()
    for (const chain of ["evm", "sol", "stellar"])
      expect(of(chain, { address: undefined, memo: undefined })).toBeUndefined()
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
