import { inertText } from "../../i18n/load-locale"

it("a value cannot turn the direction of the sentence around it", () => {
  expect(inertText("\u202egnp.exe\u2069 \u2066a", false)).toBe("gnp.exe a")
  expect(inertText("8.50 USDC", true)).toBe("\u20688.50 USDC\u2069")
  expect(inertText("\u2069x", true)).toBe("\u2068x\u2069")
})
