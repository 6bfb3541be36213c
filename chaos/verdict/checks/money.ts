import type { Check } from "../check"
import { sumMoney } from "../money-sum"
import { imbalance } from "../session-money"

export const sessionsBalance: Check = {
  name: "every_payment_balances",
  title: "what the service accepted for a payment is captured, owed back or unallocated, to the base unit",
  findViolations: ({ sessions }) =>
    sessions.flatMap((money) => {
      const { payment, received, captured, shortfall, owed, unallocated } = money
      if (imbalance(money) === 0n) return []
      const parts = `received ${received}, captured ${captured}, short ${shortfall}, owed ${owed}, unallocated ${unallocated}`
      return [`payment ${payment.id} (${payment.state}) of session ${payment.session_id}: ${parts}`]
    }),
}

export const tokensBalance: Check = {
  name: "every_token_balances",
  title: "captures, refunds due, unallocated money and deposits in review add up to the service's ledger",
  findViolations: (evidence) =>
    sumMoney(evidence).flatMap(({ missing, asset, ...sum }) =>
      missing === 0n ? [] : [`${asset}: ${missing} base units are unaccounted for: ${JSON.stringify(sum)}`]
    ),
}
