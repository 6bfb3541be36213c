import { UNALLOCATED_WORDING } from "../admin/payment/words"
import type { UnallocatedReason } from "../domain/payment/settlement"

/** Every reason that settlement gives: a new one does not compile until it is here. */
const REASONS = Object.keys({
  session_deleted: true,
  session_dead: true,
  order_cancelled: true,
  cart_gone: true,
  already_paid: true,
  asset_mismatch: true,
  amount_mismatch: true,
  partial_payment: true,
  completion_failed: true,
  total_not_covered: true,
  underpaid: true,
  implausible_amount: true,
  deposit_accepted: true,
} satisfies Record<UnallocatedReason, true>)

// Here and not beside the words: the dashboard's code knows nothing of our rules.
it("an operator gets an explanation for every reason why money has no order", () => {
  expect(Object.keys(UNALLOCATED_WORDING).sort()).toEqual([...REASONS].sort())
})
