import {
  ACCOUNT,
  EVM,
  MUXED,
  problemOf,
  SOL,
  type Chain,
} from "../../../domain/__tests__/entered-destinations"
import { destinationProblemInWords } from "../payout-words"

function wordsOf(...given: Parameters<typeof problemOf>) {
  const problem = problemOf(...given)
  return problem && destinationProblemInWords(problem)
}

test.each<[Chain, string, string]>([
  ["evm", EVM.slice(0, -1), "The address has the wrong length: Base takes 40 digits after 0x."],
  ["sol", SOL.slice(0, -1), "The address has the wrong length: Solana takes 32 bytes"],
  ["stellar", ACCOUNT.slice(0, -1), "The address has the wrong length: Stellar takes 56 characters."],
  ["evm", EVM.slice(2), "This is not an address of Base: it must begin with 0x."],
  ["sol", SOL.replace("E", "l"), 'character 2 is "l", which no address has.'],
  ["stellar", `C${ACCOUNT.slice(1, -4)}UWDA`, "This is not an address of Stellar."],
  ["evm", SOL, "This is an address of Solana, not of Base."],
  ["sol", EVM, "This is an address of an EVM network, not of Solana."],
  ["evm", MUXED, "This is an address of Stellar, not of Base."],
  ["evm", EVM.replace("A", "a"), "its checksum does not match. Copy it again from its source."],
])("a mistyped address on %s, %s: %s", (chain, address, words) => {
  expect(wordsOf(chain, address)).toContain(words)
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
