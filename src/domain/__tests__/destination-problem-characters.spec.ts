import { ACCOUNT, codeOf, EVM, SOL, wordsOf } from "./entered-destinations"

describe("invisible characters, and look-alikes", () => {
  const given = { evm: EVM, sol: SOL, stellar: ACCOUNT }
  const blanks = [
    " ",
    "\t",
    "\n",
    "\r\n",
    "\u00a0",
    "\u2003",
    "\u200b",
    "\u200d",
    "\u2060",
    "\ufeff",
    "\u00ad",
    "\u3164",
    "\u202e",
  ]

  test.each(["evm", "sol", "stellar"] as const)(
    "%s: a blank before, after or in the address is not taken away in silence",
    (chain) => {
      const address = given[chain]
      for (const blank of blanks)
        for (const text of [blank + address, address + blank, address.slice(0, 9) + blank + address.slice(9)])
          expect([text, codeOf(chain, text)]).toEqual([text, "whitespace"])
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
    for (const chain of ["evm", "sol", "stellar"] as const) {
      const address = given[chain]
      expect(codeOf(chain, address.slice(0, 12) + alike + address.slice(13))).toBe("homoglyph")
    }
  })

  test("the words say where it is", () => {
    expect(wordsOf("evm", ` ${EVM}`)).toBe("The address begins with a blank. Remove it.")
    expect(wordsOf("evm", `${EVM}\u200b`)).toBe(
      "The address ends with a blank or an invisible character (U+200B). Remove it."
    )
    expect(wordsOf("sol", `${SOL.slice(0, 4)}\u00a0${SOL.slice(4)}`)).toContain(
      "Character 5 is a blank or an invisible character (U+00A0)."
    )
    expect(wordsOf("evm", EVM.replace("5a", "5\u0430"))).toContain('Character 4 is "\u0430" (U+0430).')
  })
})
