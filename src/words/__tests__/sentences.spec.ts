import { render, withoutPadding } from "../render"
import { inEnglish, joined, say, sayProblem, sentence } from "../say"
import arabic from "../sentences.ar.json"
import german from "../sentences.de.json"
import english from "../sentences.json"

const parameters = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()
const parametersOf = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([code, text]) => [code, parameters(text)]))

test.each([
  ["German", german],
  ["Arabic", arabic],
])("every sentence is there in %s, with the same parameters", (_, texts) => {
  expect(parametersOf(texts)).toEqual(parametersOf(english))
  const same = Object.entries<string>(texts).filter(([code, text]) => text === Reflect.get(english, code))
  expect(same.filter(([, text]) => /[a-z]{3} [a-z]{2}/.test(text.replace(/\{\w+\}/g, "")))).toEqual([])
})

test("a sentence names its parameters, and an absent one leaves no gap", () => {
  const at = new Date("2026-11-23T09:00:00Z")
  const words = say("payout.past.confirmed", { by: "Ada", at, more: "unused" })
  expect(words[0]?.params).toEqual({ by: "Ada", at: sentence("at", { day: "2026-11-23", time: "09:00" }) })
  expect(inEnglish(words)).toBe("Ada confirmed it on 2026-11-23 at 09:00 UTC.")
  expect(render(german, words)).toBe("Ada hat am 2026-11-23 um 09:00 UTC bestätigt.")
  expect(inEnglish(say("payout.past.confirmed", { by: "Ada", at: null }))).toBe("Ada confirmed it.")
})

test("a problem is said by its code and reason, and a list by the language", () => {
  const words = sayProblem("payout", { code: "payouts_api_key", reason: "keys_off" } as const)
  expect(words).toEqual([{ code: "payout.payouts_api_key.keys_off", params: {} }])
  const ids = say("not_sent.may_be", { ids: joined("or", ["wd_1", "wd_2", "wd_3"]) })
  expect(render(german, ids)).toMatch(/^Es könnte wd_1 oder wd_2 oder wd_3 sein\./)
})

test("a language without a sentence has none of it", () => {
  expect(render({}, say("payout.self_approval"))).toBeNull()
})

test.each([
  ["230.000000000000000000", "230"],
  ["0.500000", "0.5"],
  ["12.5000000 USDC", "12.5 USDC"],
  ["0.000000", "0"],
  ["1000000", "1000000"],
  ["24.50", "24.50"],
  ["1.2345", "1.2345"],
  ["0.000001", "0.000001"],
  ["10.00000x", "10.00000x"],
  ["v1.00000.0", "v1.00000.0"],
])("an amount written %s reads %s", (text, expected) => {
  expect(withoutPadding(text)).toBe(expected)
})

test("a sentence leaves out the zeros that the service pads an amount with", () => {
  expect(
    render({ one: "{amount} USDC of {fiat}." }, [
      { code: "one", params: { amount: "230.000000", fiat: "24.50" } },
    ])
  ).toBe("230 USDC of 24.50.")
})
