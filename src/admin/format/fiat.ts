import { formatDecimal } from "./decimal"

/**
 * Writes an amount of a currency with every digit it has.
 *
 * @param amount decimal in major units
 * @param currencyCode ISO 4217, in lower case as Medusa has it
 * @param locale BCP 47
 * @example formatFiat("25.5", "usd", "en") // "25.5 USD"
 */
export function formatFiat(amount: string, currencyCode: string, locale: string): string {
  return `${formatDecimal(amount, locale)} ${currencyCode.toUpperCase()}`
}
