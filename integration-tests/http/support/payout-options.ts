import type { PayoutAccess } from "../../../src/modules/onchain/options/option-groups"
import type { StoreUnderTest } from "./store-suite"

/** Runs one story under other payout options, in the same store. */
export async function underPayoutOptions(
  { container }: Pick<StoreUnderTest, "container">,
  options: Partial<PayoutAccess>,
  story: () => Promise<void>
): Promise<void> {
  const { payouts } = container.resolve("onchain").options
  const before = { ...payouts }
  Object.assign(payouts, options)
  try {
    await story()
  } finally {
    for (const name of Object.keys(options)) Reflect.deleteProperty(payouts, name)
    Object.assign(payouts, before)
  }
}
