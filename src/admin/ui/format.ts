/** A decimal as digits and a scale: `12.50` is 1250 at scale 2. */
export type Digits = { digits: bigint; scale: number }

const FORM = /^(\d+)(?:\.(\d+))?$/

export function parseDigits(text: string): Digits | null {
  const [, whole = "", fraction = ""] = FORM.exec(text) ?? []
  return whole === "" ? null : { digits: BigInt(whole + fraction), scale: fraction.length }
}

/** The same amounts at the scale of the most precise. */
export function atOneScale(amounts: readonly Digits[]): { scale: number; digits: bigint[] } {
  const scale = Math.max(0, ...amounts.map((one) => one.scale))
  return { scale, digits: amounts.map((one) => one.digits * 10n ** BigInt(scale - one.scale)) }
}

/** @example toDecimal(1250n, 2) // "12.50" */
export function toDecimal(digits: bigint, scale: number): string {
  const text = String(digits).padStart(scale + 1, "0")
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`
}

/**
 * Subtracts decimals given as text, exactly.
 *
 * @returns the size of the difference as a decimal and its direction, or null when either is no decimal
 * @example decimalDifference("24.5", "25") // { sign: -1, size: "0.5" }
 */
export function decimalDifference(a: string, b: string): { sign: -1 | 0 | 1; size: string } | null {
  const [left, right] = [parseDigits(a), parseDigits(b)]
  if (!left || !right) return null
  const { digits, scale } = atOneScale([left, right])
  const [minuend = 0n, subtrahend = 0n] = digits
  const difference = minuend - subtrahend
  if (difference === 0n) return { sign: 0, size: "0" }
  const size = toDecimal(difference < 0n ? -difference : difference, scale)
  return { sign: difference < 0n ? -1 : 1, size: size.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "") }
}

/** What is left of a decimal, at least "0". */
export function leftOf(whole: string, used: string): string {
  const left = decimalDifference(whole, used)
  return left && left.sign > 0 ? left.size : "0"
}

/**
 * Multiplies decimals given as text, exactly, and cuts the product off.
 *
 * @param scale digits of the fraction
 * @returns null when either is no decimal
 * @example decimalProduct("1.5", "2.333", 2) // "3.49"
 */
export function decimalProduct(a: string, b: string, scale: number): string | null {
  const [left, right] = [parseDigits(a), parseDigits(b)]
  if (!left || !right) return null
  const product = left.digits * right.digits * 10n ** BigInt(scale)
  return toDecimal(product / 10n ** BigInt(left.scale + right.scale), scale)
}

/**
 * Writes a decimal as a reader of a language does, with every digit of its fraction.
 *
 * @param locale BCP 47
 * @returns the text itself when it is no decimal
 * @example formatDecimal("1234567.80", "en") // "1,234,567.8"
 */
export function formatDecimal(text: string, locale: string): string {
  const [, whole, fraction = ""] = FORM.exec(text) ?? []
  if (whole === undefined) return text
  return writeDecimal(whole, fraction.replace(/0+$/, ""), locale)
}

function writeDecimal(whole: string, fraction: string, locale: string): string {
  const format = new Intl.NumberFormat(locale)
  if (fraction === "") return format.format(BigInt(whole))
  const digits = new Intl.NumberFormat(locale, { useGrouping: false })
  const written = Array.from(fraction, (digit) => digits.format(Number(digit))).join("")
  return `${format.format(BigInt(whole))}${decimalSeparator(locale)}${written}`
}

/** @example decimalSeparator("de") // "," */
export function decimalSeparator(locale: string): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5)
  return parts.find(({ type }) => type === "decimal")?.value ?? "."
}

export function formatTokens(amount: string, token: string, locale: string): string {
  return `${formatDecimal(amount, locale)} ${token}`
}

/**
 * Writes an amount of a currency as the dashboard does, with its symbol and code, and with every digit it has.
 *
 * @param amount decimal in major units
 * @param currencyCode ISO 4217, in lower case as Medusa has it
 * @example formatFiat("25.5", "usd", "en") // "$25.50 USD"
 */
export function formatFiat(amount: string, currencyCode: string, locale: string): string {
  const code = currencyCode.toUpperCase()
  const [, whole, fraction = ""] = FORM.exec(amount) ?? []
  const style = whole === undefined ? null : currencyStyle(code, locale)
  if (whole === undefined || style === null) return `${formatDecimal(amount, locale)} ${code}`
  const { symbol, digits } = style
  const money = writeDecimal(whole, fraction.replace(/0+$/, "").padEnd(digits, "0"), locale)
  return symbol === code ? `${money} ${code}` : `${symbol}${money} ${code}`
}

/**
 * What an amount of tokens is worth, to the digits of the currency.
 *
 * @param price of one token, in major units
 * @returns null when either is no decimal
 * @example formatWorth("120", { price: "0.9995", currency_code: "usd", currency_decimals: 2 }, "en") // "≈ $119.94 USD"
 */
export function formatWorth(
  amount: string,
  {
    price,
    currency_code: currency,
    currency_decimals: digits,
  }: { price: string; currency_code: string; currency_decimals: number },
  locale: string
): string | null {
  const worth = decimalProduct(amount, price, digits)
  return worth === null ? null : `≈ ${formatFiat(worth, currency, locale)}`
}

/** Null for a code that no browser knows. */
function currencyStyle(currency: string, locale: string): { symbol: string; digits: number } | null {
  try {
    const format = new Intl.NumberFormat(locale, {
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
    })
    const symbol = format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? currency
    return { symbol, digits: format.resolvedOptions().maximumFractionDigits ?? 2 }
  } catch {
    return null
  }
}

const STEPS = [
  { unit: "year", seconds: 31_536_000 },
  { unit: "month", seconds: 2_592_000 },
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
] as const

/**
 * Says how long ago an instant was.
 *
 * @param iso ISO 8601
 * @param now epoch milliseconds
 * @example formatAge("2026-01-01T10:00:00Z", Date.parse("2026-01-01T12:05:00Z"), "en") // "2 hours ago"
 */
export function formatAge(iso: string, now: number, locale: string): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000)
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" })
  const step = STEPS.find((candidate) => seconds >= candidate.seconds)
  return step ? format.format(-Math.floor(seconds / step.seconds), step.unit) : format.format(0, "second")
}

export function formatInstant(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "long" }).format(new Date(iso))
}

/** Keeps both ends of a long identifier. @example shortened("0x1234567890abcdef1234567890abcdef") // "0x12345678…90abcdef" */
export function shortened(text: string, head = 10, tail = 8): string {
  return text.length > head + tail + 1 ? `${text.slice(0, head)}…${text.slice(-tail)}` : text
}
