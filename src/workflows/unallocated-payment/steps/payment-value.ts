import { defaultCurrencies } from "@medusajs/framework/utils"
import { fiatValueOf } from "../../../domain/arrived-money"
import type { PaymentRow } from "../../../modules/onchain/payment-row"

/** Of a currency that Medusa does not know. */
const USUAL_DECIMALS = 2

/** What arrived for a payment in major units of its currency, null when that is not known. */
export function fiatValueOfPayment(payment: PaymentRow): string | null {
  const currencies: Record<string, { decimal_digits: number } | undefined> = defaultCurrencies
  const decimals = currencies[payment.currency_code.toUpperCase()]?.decimal_digits ?? USUAL_DECIMALS
  return fiatValueOf(payment, decimals)
}
