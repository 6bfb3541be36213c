import { chooseKind, isReusableAddressChain, usesIntents } from "../rails"

/** Collection, then: how a customer pays, how a guest does; null is not at all. */
test.each([
  ["invoice", "invoice", "invoice"],
  ["auto", "auto_deposit", "invoice"],
  ["auto_deposit", "auto_deposit", null],
] as const)("with %s a customer pays by %s and a guest by %s", (collection, customer, guest) => {
  expect(chooseKind({ collection }, true)).toBe(customer)
  expect(chooseKind({ collection }, false)).toBe(guest)
  expect(usesIntents({ collection })).toBe(customer === "auto_deposit")
})

test("only Stellar is paid to the treasury; an unknown chain is not mistaken for it", () => {
  expect(["evm", "sol", "stellar", "move"].filter(isReusableAddressChain)).toEqual(["evm", "sol", "move"])
})
