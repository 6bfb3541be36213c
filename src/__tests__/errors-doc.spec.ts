import { readFileSync } from "node:fs"
import path from "node:path"
import { unallocated } from "../admin/i18n/en.json"
import { PAYOUT_CODES } from "../domain/payout/payout-gate"
import { ADDRESS_REFUSALS } from "../domain/payment/invoice-reading"
import type { UnallocatedReason } from "../domain/payment/settlement"
import { KNOWN_ERROR_CODES, LOCAL_ERROR_CODES } from "../gateway"
import type { UnavailableRail } from "../modules/onchain/payment/rails"
import { WEBHOOK_REFUSALS } from "../modules/onchain/inbox/inbox"
import { everyOf } from "./every-of"
import { repository } from "./source-tree"

const document = readFileSync(path.join(repository, "docs/developers/errors.md"), "utf8")

const UNALLOCATED = everyOf<UnallocatedReason>()(
  "session_deleted session_dead order_cancelled cart_gone already_paid asset_mismatch amount_mismatch underpaid",
  "partial_payment completion_failed total_not_covered items_changed implausible_amount deposit_accepted"
)
const UNAVAILABLE = everyOf<UnavailableRail["reason"]>()(
  "no_rate rate_failed rate_stale rate_disputed no_decimals below_minimum minimum_unknown"
)

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
    ["Webhook refusals", Object.keys(WEBHOOK_REFUSALS)],
    ["Money out", Object.keys(PAYOUT_CODES)],
    ["Unallocated payments", UNALLOCATED],
    ["Unavailable payment options", UNAVAILABLE],
  ])("lists each of its %s and no other", (title, codes) => {
    expect(listRows(title).sort()).toEqual([...codes].sort())
  })

  it.each([
    ...Object.entries(WEBHOOK_REFUSALS).map(([code, [status]]) => [code, status] as const),
    ...Object.entries(PAYOUT_CODES),
  ])("says that %s is answered with %i", (reason, status) => {
    expect(document).toMatch(new RegExp(`^\\| \`${reason}\` +\\| +${status} +\\|`, "m"))
  })

  it.each(ADDRESS_REFUSALS)("explains why no address is shown with %s", (reason) => {
    const section = document.split(/^## /m).find((text) => text.startsWith("Customers and addresses\n"))
    expect(section).toContain(`\`${reason}\``)
  })
})

// Here and not beside the words: the dashboard's code knows nothing of our rules.
it("an operator gets an explanation for every reason why money has no order", () => {
  expect(Object.keys(unallocated).sort()).toEqual([...UNALLOCATED].sort())
})
