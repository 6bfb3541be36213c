import { isInReview, keepsOrder, type KnownMoney } from "../invoice-reading"
import { NO_KNOWN_MONEY } from "./no-known-money"

/** What each record means: whether the payer reads that it arrived, and whether it keeps the order for a person. */
const RECORDS = {
  hasPart: { review: false, order: false },
  hasDeposit: { review: true, order: true },
  hasDepositOfSibling: { review: false, order: true },
  hasAcceptedDeposit: { review: true, order: false },
  hasTransaction: { review: true, order: true },
  hasConfirmedClaim: { review: true, order: true },
} as const satisfies Record<keyof KnownMoney, { review: boolean; order: boolean }>

test.each(Object.entries(RECORDS))("money by %s is in review, and keeps its order: %j", (record, means) => {
  const known = { ...NO_KNOWN_MONEY, [record]: true }
  expect({ review: isInReview(known), order: keepsOrder(known) }).toEqual(means)
})

test("without a record nothing is in review, and no order is kept", () => {
  expect({ review: isInReview(NO_KNOWN_MONEY), order: keepsOrder(NO_KNOWN_MONEY) }).toEqual({
    review: false,
    order: false,
  })
})
