import type { Messages } from "../locales"
import { html, type Html } from "./html"

/** A language with its texts and time zone. */
export type Words = {
  /** BCP 47, such as `de` or `ar`. */
  locale: string
  direction: "ltr" | "rtl"
  messages: Messages
  /** Absent in the browser, which uses its own; the server uses `UTC`. */
  timeZone?: string
}

export type Key = keyof Messages
type Values = Readonly<Record<string, Html | string | number>>

/** A value that neither right-to-left text nor a page translator changes: an amount, an address, the name of a network. */
export const asIs = (value: unknown): Html => html`<bdi translate="no">${value}</bdi>`

/**
 * A sentence as markup. Values are escaped and stay {@link asIs}.
 *
 * @example say(words, "send", { amount: html`<strong>17 USDC</strong>`, network: "Base" })
 */
export function say<One extends string = Key>(
  { messages }: { messages: Readonly<Record<One, string>> },
  key: One,
  values: Values = {}
): Html {
  const parts = messages[key].split(/\{(\w+)\}/)
  const markup = parts.map((part, index) => {
    if (index % 2 === 0) return html`${part}`
    const value = values[part]
    return value === undefined ? html`${`{${part}}`}` : asIs(value)
  })
  return html`${markup}`
}

const ISOLATE = ["\u2068", "\u2069"] as const

/** A sentence as plain text, for titles, labels and the live region. */
export function sayPlain<One extends string = Key>(
  { messages, direction }: { messages: Readonly<Record<One, string>>; direction: "ltr" | "rtl" },
  key: One,
  values: Readonly<Record<string, string | number>> = {}
): string {
  const [open, close] = direction === "rtl" ? ISOLATE : ["", ""]
  return messages[key].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : `${open}${value}${close}`
  })
}

/** Latin digits, as wallets use: payers compare and type these numbers. @example latin("ar-EG") // "ar-EG-u-nu-latn" */
const latin = (locale: string): string => `${locale}-u-nu-latn`

const DECIMAL = /^\d+(?:\.\d+)?$/

/**
 * Formats a decimal: exact at any length, no grouping, because payers type it into wallets. A fraction has at least two
 * digits.
 *
 * @example showNumber(words, "8.5") // "8.50"
 */
export function showNumber({ locale }: Pick<Words, "locale">, amount: string): string {
  if (!DECIMAL.test(amount)) return amount
  const [whole = "", fraction = ""] = amount.split(".")
  const digits = fraction.replace(/0+$/, "")
  if (digits === "") return formatInteger(locale, whole)
  const separator = new Intl.NumberFormat(latin(locale))
    .formatToParts(1.5)
    .find(({ type }) => type === "decimal")
  const shown = [...digits.padEnd(2, "0")].map((digit) => formatInteger(locale, digit)).join("")
  return `${formatInteger(locale, whole)}${separator?.value ?? "."}${shown}`
}

function formatInteger(locale: string, digits: string): string {
  return new Intl.NumberFormat(latin(locale), { useGrouping: false, maximumFractionDigits: 0 }).format(
    BigInt(digits)
  )
}

/** @example showAmount(words, "17", "USDC") // "17 USDC" */
export function showAmount(
  words: Pick<Words, "locale">,
  amount: string | null,
  token: string | null
): string {
  return `${showNumber(words, amount ?? "0")}\u00a0${token ?? ""}`.trim()
}

/** A price in a currency, formatted for the language. @example showFiat(words, "17.5", "usd") // "$17.50" */
export function showFiat(
  words: Pick<Words, "locale" | "direction">,
  amount: string,
  currencyCode: string
): string {
  const currency = currencyCode.toUpperCase()
  if (!DECIMAL.test(amount) || !/^[A-Z]{3}$/.test(currency)) return `${amount} ${currency}`
  const format = (digits?: number) =>
    new Intl.NumberFormat(latin(words.locale), {
      ...{ style: "currency", currency },
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  // Used for the format only, so a price beyond 2^53 keeps its digits.
  const { maximumFractionDigits: most = 2 } = format().resolvedOptions()
  const [whole = "0", fraction = ""] = amount.split(".")
  const digits = fraction.replace(/0+$/, "").padEnd(most, "0")
  const parts = format(Math.min(digits.length, 1)).formatToParts(BigInt(whole))
  const shown = [...digits].map((digit) => formatInteger(words.locale, digit)).join("")
  const [open, close] = words.direction === "rtl" ? ["\u2066", "\u2069"] : ["", ""]
  return parts
    .map(({ type, value }) =>
      type === "fraction" ? shown : type === "currency" ? `${open}${value}${close}` : value
    )
    .join("")
}

/** A time, formatted for the language. @param at ISO 8601 */
export function showTime(
  words: Pick<Words, "locale" | "timeZone">,
  at: string,
  style: "time" | "date" = "time"
): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return at
  const options: Intl.DateTimeFormatOptions =
    style === "time" ? { hour: "numeric", minute: "2-digit" } : { dateStyle: "medium", timeStyle: "short" }
  const zone = words.timeZone === undefined ? {} : { timeZone: words.timeZone }
  const text = new Intl.DateTimeFormat(latin(words.locale), { ...options, ...zone }).format(date)
  return words.timeZone === undefined ? text : `${text} ${words.timeZone}`
}

/** Whether a time is on the payer's current day. @param at ISO 8601 */
export function isSameDay({ timeZone }: Pick<Words, "timeZone">, at: string, nowMs: number): boolean {
  const format = new Intl.DateTimeFormat("en", { dateStyle: "short", ...(timeZone && { timeZone }) })
  return format.format(Date.parse(at)) === format.format(nowMs)
}

/** Formats a countdown as minutes and seconds, with hours when needed. @example showLeft(words, 14 * 60_000 + 5_000) // "14:05" */
export function showLeft({ locale }: Words, leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1_000))
  const two = new Intl.NumberFormat(latin(locale), { minimumIntegerDigits: 2, useGrouping: false })
  const one = new Intl.NumberFormat(latin(locale), { useGrouping: false })
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const start = hours > 0 ? `${one.format(hours)}:${two.format(minutes)}` : one.format(minutes)
  return `${start}:${two.format(seconds % 60)}`
}
