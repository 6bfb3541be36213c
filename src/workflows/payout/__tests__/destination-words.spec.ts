import {
  ACCOUNT,
  EVM,
  MINT,
  MUXED,
  NETWORKS,
  problemOf,
  SOL,
  type Chain,
} from "../../../domain/__tests__/entered-destinations"
import type { DestinationObstacle, UseProblem } from "../../../domain/payout/destination-lifecycle"
import type { EnteredDestination } from "../../../domain/payout/destination-problem"
import {
  destinationObstacleInWords,
  destinationProblemInWords,
  useProblemInWords,
} from "../destination-words"

function wordsOf(...given: Parameters<typeof problemOf>) {
  const problem = problemOf(...given)
  return problem && destinationProblemInWords(problem)
}

describe("a mistyped address", () => {
  test.each<[Chain, string, string]>([
    ["evm", EVM.slice(0, -1), "The address has the wrong length: Base takes 40 digits after 0x."],
    ["evm", `${EVM}0`, "40 digits after 0x"],
    ["evm", "0x", "40 digits after 0x"],
    ["sol", SOL.slice(0, -1), "The address has the wrong length: Solana takes 32 bytes"],
    ["sol", `${SOL}22`, "32 bytes"],
    ["sol", "z".repeat(44), "32 bytes"],
    ["stellar", ACCOUNT.slice(0, -1), "The address has the wrong length: Stellar takes 56 characters."],
    ["stellar", `${ACCOUNT}A`, "56 characters"],
    ["stellar", MUXED.slice(0, -1), "56 characters"],
    ["evm", EVM.slice(2), "This is not an address of Base: it must begin with 0x."],
    ["evm", `0X${EVM.slice(2)}`, "it must begin with 0x."],
    ["evm", EVM.replace("A", "g"), 'character 5 is "g", which no address has.'],
    ["evm", "vitalik.eth", "it must begin with 0x."],
    [
      "sol",
      SOL.replace("7", "0"),
      'This is not an address of Solana: character 1 is "0", which no address has.',
    ],
    ["sol", SOL.replace("E", "l"), 'character 2 is "l", which no address has.'],
    ["stellar", ACCOUNT.toLowerCase(), 'character 1 is "g", which no address has.'],
    ["stellar", ACCOUNT.replace("7", "0"), 'character 3 is "0", which no address has.'],
    [
      "stellar",
      "CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA",
      "This is not an address of Stellar.",
    ],
    ["evm", "", "it must begin with 0x."],
  ])("%s %s: %s", (chain, address, words) => {
    expect(wordsOf(chain, address)).toContain(words)
  })
})

describe("an address of another chain", () => {
  test.each<[Chain, string, string]>([
    ["evm", SOL, "This is an address of Solana, not of Base."],
    ["evm", ACCOUNT, "This is an address of Stellar, not of Base."],
    ["evm", MUXED, "This is an address of Stellar, not of Base."],
    ["sol", EVM, "This is an address of an EVM network, not of Solana."],
    ["sol", EVM.toLowerCase(), "This is an address of an EVM network, not of Solana."],
    ["sol", EVM.replace("A", "a"), "This is an address of an EVM network, not of Solana."],
    ["sol", ACCOUNT, "This is an address of Stellar, not of Solana."],
    ["stellar", EVM, "This is an address of an EVM network, not of Stellar."],
    ["stellar", SOL, "This is an address of Solana, not of Stellar."],
  ])("%s, given %s", (chain, address, words) => {
    expect(wordsOf(chain, address)).toBe(words)
  })
})

test("an invisible character, or a look-alike, is said with its place", () => {
  expect(wordsOf("evm", ` ${EVM}`)).toBe("The address begins with a blank. Remove it.")
  expect(wordsOf("evm", `${EVM}\u200b`)).toBe(
    "The address ends with a blank or an invisible character (U+200B). Remove it."
  )
  expect(wordsOf("sol", `${SOL.slice(0, 4)}\u00a0${SOL.slice(4)}`)).toBe(
    "Character 5 is a blank or an invisible character (U+00A0). Copy the address again from its source."
  )
  expect(wordsOf("evm", EVM.replace("5a", "5\u0430"))).toBe(
    'Character 4 is "\u0430" (U+0430). It may look right, but no address has it. Copy the address again from its source.'
  )
})

test.each<[Chain, string, Partial<EnteredDestination>, string]>([
  ["evm", EVM.replace("A", "a"), {}, "its checksum does not match. Copy it again from its source."],
  ["evm", EVM, { network: undefined, networkId: "ghost" }, "The provider has no network ghost."],
  [
    "evm",
    EVM,
    { network: { ...NETWORKS.evm, environment: "sandbox" } },
    "Base is a test network, and this store is live.",
  ],
  ["nova", "nova1qxyz", {}, "This version of the plugin does not know the addresses of Nova."],
  ["evm", `0x${"0".repeat(40)}`, {}, "No key exists for this address. Money sent to it is lost."],
  ["sol", MINT, {}, "mint or issuer of USDC, not a wallet"],
  [
    "stellar",
    MUXED,
    {},
    `This is a muxed address, and payouts go to accounts only. It means the account ${ACCOUNT} with the memo 0.`,
  ],
  ["stellar", ACCOUNT, { hasNoMemo: false }, "Enter the memo, or confirm that none is needed."],
  ["stellar", ACCOUNT, { memo: "7", hasNoMemo: true }, "confirmed that none is needed"],
  ["stellar", MUXED, { memo: "7", hasNoMemo: false }, "contains an id. It cannot have a memo too."],
  ["stellar", ACCOUNT, { memo: " 7", hasNoMemo: false }, "begins or ends with a blank"],
  ["stellar", ACCOUNT, { memo: "a".repeat(29), hasNoMemo: false }, "a text of at most 28 bytes"],
  ["evm", EVM, { memo: "7" }, "There are no memos on Base, so this one would be lost on the way."],
])("%s %s with %j: %s", (chain, address, change, words) => {
  expect(wordsOf(chain, address, change)).toContain(words)
})

test.each<[DestinationObstacle, string]>([
  [{ code: "archived" }, "It is already archived. Add the address again to use it."],
  [{ code: "approved" }, "It is already approved."],
  [{ code: "self_approval" }, "Another user must approve what you requested."],
  [{ code: "payouts_off" }, "Payouts are off: payoutApiKey is not set."],
])("an action with %j is not possible: %s", (obstacle, words) => {
  expect(destinationObstacleInWords(obstacle)).toContain(words)
})

test.each<[UseProblem, string]>([
  [{ code: "destination_archived" }, "This destination is archived. Choose another one."],
  [{ code: "destination_not_approved" }, "This destination awaits approval."],
  [
    { code: "destination_not_for_this", reason: "of_a_customer" },
    "This address belongs to a customer and is for refunds only.",
  ],
  [
    { code: "destination_not_for_this", reason: "of_the_treasury" },
    "This address is for your own withdrawals, not for refunds.",
  ],
  [
    { code: "destination_not_for_this", reason: "of_another_customer" },
    "This address is for another customer's refunds.",
  ],
  [
    { code: "destination_wrong_network", networkId: "eth-mainnet", moneyNetworkId: "base-mainnet" },
    "This destination is on eth-mainnet, and the money is on base-mainnet.",
  ],
])("%j: %s", (problem, words) => {
  expect(useProblemInWords(problem)).toBe(words)
})
