import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import english from "../../locales/en.json"
import { html } from "../html"
import { say, sayPlain, showAmount, showFiat, showLeft, showNumber, showTime, type Words } from "../words"
import { ENGLISH } from "./sample-checkout"

const en = english.payment

const ARABIC: Words = { ...ENGLISH, locale: "ar", direction: "rtl" }
const GERMAN: Words = { ...ENGLISH, locale: "de" }

test.each([
  ["17", "17"],
  ["8.5", "8.50"],
  ["0.000001", "0.000001"],
  ["17.000", "17"],
  ["123456789012345678901234567890.123456789012345678", "123456789012345678901234567890.123456789012345678"],
  ["not a number", "not a number"],
])("the amount %s is shown as %s", (amount, expected) => {
  expect(showNumber(ENGLISH, amount)).toBe(expected)
})

test("prices are exact, in the language's format, with the currency's digits", () => {
  expect(showFiat(ENGLISH, "17.5", "usd")).toBe("$17.50")
  expect(showFiat(GERMAN, "17.5", "eur").replace(/\s/g, " ")).toBe("17,50 €")
  expect(showFiat(ENGLISH, "1800", "jpy")).toBe("¥1,800")
  expect(showFiat(ENGLISH, "1800.00", "jpy")).toBe("¥1,800")
  expect(showFiat(ENGLISH, "150.27", "jpy")).toBe("¥150.27")
  expect(showFiat(ENGLISH, "0.2481", "usd")).toBe("$0.2481")
  expect(showFiat(ENGLISH, "1.5", "kwd").replace(/\s/g, " ")).toBe("KWD 1.500")
  expect(showFiat(ENGLISH, "0.99985", "usd")).toBe("$0.99985")
  expect(showFiat(ENGLISH, "9007199254740993.07", "usd")).toBe("$9,007,199,254,740,993.07")
  expect(showFiat(ENGLISH, "5", "<b>")).toBe("5 <B>")
})

test.each([
  [899_000, "14:59"],
  [3_600_000 * 26, "26:00:00"],
  [59_999, "0:59"],
  [-5, "0:00"],
])("%d milliseconds show as %s", (leftMs, expected) => {
  expect(showLeft(ENGLISH, leftMs)).toBe(expected)
})

test("a time names its zone unless it is the reader's", () => {
  expect(showTime(ENGLISH, "2026-11-24T12:14:59.000Z").replace(/\s/g, " ")).toBe("12:14 PM UTC")
  expect(showTime(ENGLISH, "never")).toBe("never")
})

test.each(["ar", "ar-EG", "fa", "mr"])("numbers use Latin digits in %s", (locale) => {
  const words: Words = { ...ENGLISH, locale }
  expect(showNumber(words, "17")).toBe("17")
  expect(showLeft(words, 14 * 60_000 + 5_000)).toBe("14:05")
})

test("values in a sentence are escaped and bidi-isolated", () => {
  expect(say(ENGLISH, "send", { amount: "<b>", network: html`<strong>Base</strong>` }).markup).toBe(
    'Send <bdi translate="no">&lt;b&gt;</bdi> on <bdi translate="no"><strong>Base</strong></bdi>'
  )
  expect(sayPlain(ARABIC, "order", { number: "#1" })).toBe("Order \u2068#1\u2069")
  expect(sayPlain(ENGLISH, "order", { number: "#1" })).toBe("Order #1")
  expect(sayPlain(ENGLISH, "order")).toBe("Order {number}")
  expect(showAmount(ENGLISH, null, null)).toBe("0")
})

test("every text is used", () => {
  const root = join(__dirname, "../..")
  const code = ["view", "element", "payment-page"]
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)))
    .concat(join(root, "../api/onchain/pay/page-request.ts"))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n")
  const built = ["copy_", "copied_"]
  const unused = Object.keys(en).filter(
    (key) => !built.some((start) => key.startsWith(start)) && !new RegExp(`["'.]${key}\\b`).test(code)
  )
  expect(unused).toEqual([])
})
