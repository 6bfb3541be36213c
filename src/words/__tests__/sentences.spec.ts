import { render } from "../render"
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
