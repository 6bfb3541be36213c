import { readFileSync } from "node:fs"
import path from "node:path"
import { UNALLOCATED_WORDING } from "../admin/payment/words"
import { PAYOUT_CODES } from "../domain/payout/payout-gate"
import { ADDRESS_REFUSALS } from "../domain/payment/payment-page"
import type { UnallocatedReason } from "../domain/payment/settlement"
import { KNOWN_ERROR_CODES, LOCAL_ERROR_CODES } from "../gateway"
import type { UnavailableRail } from "../modules/onchain/payment/rails"
import { REFUSAL_STATUS } from "../modules/onchain/inbox/webhook-intake"
import { repository } from "./source-tree"

const document = readFileSync(path.join(repository, "docs/developers/errors.md"), "utf8")

/** Types only exist for the compiler, which refuses this list when one is added and not named here. */
const UNALLOCATED = {
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
} as const satisfies Record<UnallocatedReason, true>
const UNAVAILABLE = {
  no_rate: true,
  rate_failed: true,
  rate_stale: true,
  rate_disputed: true,
  no_decimals: true,
  below_minimum: true,
  minimum_unknown: true,
} as const satisfies Record<UnavailableRail["reason"], true>

/** First cells of the rows of a section's table, without the marks of code. */
function listRows(title: string): string[] {
  const section = document.split(/^## /m).find((text) => text.startsWith(`${title}\n`))
  if (!section) throw new Error(`docs/developers/errors.md has no section "${title}"`)
  return [...section.matchAll(/^\| `(\w+)` +\|/gm)].map(([, code = ""]) => code)
}

describe("docs/developers/errors.md", () => {
  it.each([
    ["Codes of the service", KNOWN_ERROR_CODES],
    ["Our own codes", LOCAL_ERROR_CODES],
    ["Webhook refusals", Object.keys(REFUSAL_STATUS)],
    ["Money out", Object.keys(PAYOUT_CODES)],
    ["Unallocated payments", Object.keys(UNALLOCATED)],
    ["Unavailable payment options", Object.keys(UNAVAILABLE)],
  ])("lists each of its %s and no other", (title, codes) => {
    expect(listRows(title).sort()).toEqual([...codes].sort())
  })

  it.each([...Object.entries(REFUSAL_STATUS), ...Object.entries(PAYOUT_CODES)])(
    "says that %s is answered with %i",
    (reason, status) => {
      expect(document).toMatch(new RegExp(`^\\| \`${reason}\` +\\| +${status} +\\|`, "m"))
    }
  )

  it.each(ADDRESS_REFUSALS)("explains why no address is shown with %s", (reason) => {
    const section = document.split(/^## /m).find((text) => text.startsWith("Customers and addresses\n"))
    expect(section).toContain(`\`${reason}\``)
  })
})

// Here and not beside the words: the dashboard's code knows nothing of our rules.
it("an operator gets an explanation for every reason why money has no order", () => {
  expect(Object.keys(UNALLOCATED_WORDING).sort()).toEqual(Object.keys(UNALLOCATED).sort())
})
