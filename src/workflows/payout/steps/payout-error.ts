import { MedusaError } from "@medusajs/framework/utils"
import { PAYOUT_CODES, type PayoutProblem } from "../../../domain/payout-codes"

const TYPES = {
  400: MedusaError.Types.NOT_ALLOWED,
  403: MedusaError.Types.FORBIDDEN,
  409: MedusaError.Types.CONFLICT,
} as const satisfies Record<(typeof PAYOUT_CODES)[keyof typeof PAYOUT_CODES], string>

/** What speaks against something, as the error that answers with its status, words and code. */
export function payoutError({ code, words }: PayoutProblem): MedusaError {
  return new MedusaError(TYPES[PAYOUT_CODES[code]], words, code)
}
