import type { KnownMoney } from "../invoice-reading"

/** No record of the service names money for the payment. */
export const NO_KNOWN_MONEY: KnownMoney = {
  ...{ hasPart: false, hasDeposit: false, hasDepositOfSibling: false, hasAcceptedDeposit: false },
  ...{ hasTransaction: false, hasConfirmedClaim: false },
}
