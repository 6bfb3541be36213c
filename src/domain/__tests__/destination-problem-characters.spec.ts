import { ACCOUNT, codeOf, EVM, problemOf, SOL } from "./entered-destinations"

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

  test.each([
    ["evm", ` ${EVM}`, { code: "whitespace", character: " ", position: 1, isLast: false }],
    ["evm", `${EVM}\u200b`, { code: "whitespace", character: "\u200b", position: 43, isLast: true }],
    [
      "sol",
      `${SOL.slice(0, 4)}\u00a0${SOL.slice(4)}`,
      { code: "whitespace", character: "\u00a0", position: 5, isLast: false },
    ],
    [
      "evm",
      EVM.replace("5a", "5\u0430"),
      { code: "homoglyph", character: "\u0430", position: 4, isLast: false },
    ],
  ] as const)("%s %j: the problem says where it is", (chain, address, problem) => {
    expect(problemOf(chain, address)).toEqual(problem)
  })
})
