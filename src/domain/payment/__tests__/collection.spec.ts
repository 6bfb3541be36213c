import { ASSIGNMENT_MODES, chooseKind, COLLECTIONS, isReusableAddressChain, usesIntents } from "../collection"

/** Collection and mode, then: how a customer pays, how a guest does; null is not at all. */
test.each([
  ["invoice", "intent_required", "invoice", "invoice"],
  ["invoice", "ledger_only", "invoice", "invoice"],
  ["auto", "intent_required", "auto_deposit", "invoice"],
  ["auto", "ledger_only", "invoice", "invoice"],
  ["auto_deposit", "intent_required", "auto_deposit", null],
] as const)(
  "with %s and %s a customer pays by %s and a guest by %s",
  (collection, assignmentMode, customer, guest) => {
    const settings = { collection, assignmentMode }
    expect(chooseKind(settings, true)).toBe(customer)
    expect(chooseKind(settings, false)).toBe(guest)
    expect(usesIntents(settings)).toBe(customer === "auto_deposit")
  }
)

test("where nothing is ever assigned no intent is opened, whatever else is set", () => {
  for (const collection of COLLECTIONS)
    for (const isAccountHolder of [true, false])
      expect(chooseKind({ collection, assignmentMode: ASSIGNMENT_MODES[1] }, isAccountHolder)).toBe("invoice")
})

test("only Stellar is paid to the treasury; an unknown chain is not mistaken for it", () => {
  expect(["evm", "sol", "stellar", "move"].filter(isReusableAddressChain)).toEqual(["evm", "sol", "move"])
})
