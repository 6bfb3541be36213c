import { ASSIGNMENT_WORDING, type KnownAssignmentStatus } from "../../../src/admin/deposit/words"
import type { OnchainDepositAction } from "../../../src/types/http"
import { ambiguousDeposit, awaitDeposit, sendFor } from "../../http/support/deposits"
import { answerDeposits } from "../fixtures/answers"
import { statuses } from "../fixtures/deposits"
import type { BrowserStory } from "../support/browser-suite"
import { sendUnasked, signUp } from "../support/review"
import type { Shop } from "../support/shop"

/** How each status is reached, and what an operator can do with it. */
type Situation = { bring: (shop: Shop) => Promise<string>; possible: OnchainDepositAction[] }

/** A mismatched deposit to the address of an open order. */
const instead = (change: object) => async (shop: Shop) =>
  sendFor(shop, (await awaitDeposit(shop)).payment, change)

const SITUATIONS: Record<KnownAssignmentStatus, Situation> = {
  unassigned_no_intent: {
    bring: async (shop) => sendUnasked(shop, await signUp(shop), "33"),
    possible: ["accept", "refund"],
  },
  review_required_asset_mismatch: {
    bring: instead({ token: "ETH", amount: "0.01" }),
    possible: ["accept", "refund"],
  },
  review_required_amount_mismatch: { bring: instead({ amount: "1" }), possible: ["accept", "refund"] },
  review_required_unsupported_asset: {
    bring: instead({ token: "SCAM", amount: "5000" }),
    possible: ["refund"],
  },
  review_required_non_positive_net: { bring: instead({ amount: "0.08" }), possible: ["refund"] },
  review_required_ambiguous: {
    bring: async (shop) => {
      const { id } = await ambiguousDeposit(shop)
      await shop.sandbox.changeSettings({ replacesIntents: true })
      return id
    },
    possible: ["assign", "accept", "refund"],
  },
}

const ACTIONS = ["assign", "accept", "refund"] as const

/** What an operator reads about each status, and which actions there are. */
export function statusStories(story: BrowserStory): void {
  const situations = Object.entries(SITUATIONS) as [KnownAssignmentStatus, Situation][]

  it.each(situations)("explains %s, and offers the possible actions", async (status, { bring, possible }) => {
    const { shop, operator } = story
    const { drawer } = operator
    await operator.openDeposit(await bring(shop))
    await drawer.getByText(ASSIGNMENT_WORDING[status].sentence).waitFor()
    const [first = "refund"] = possible
    expect(await drawer.getByRole("button", { name: new RegExp(`^${first}`, "i") }).isEnabled()).toBe(true)
    await operator.openMenu()
    for (const action of ACTIONS.filter((one) => one !== first)) {
      const item = operator.page.getByRole("menuitem", { name: new RegExp(`^${action}`, "i") })
      expect({ action, isEnabled: (await item.getAttribute("aria-disabled")) !== "true" }).toEqual({
        action,
        isEnabled: possible.includes(action),
      })
    }
  })

  it("shows an unknown status as the provider reports it, and why a refund is not possible", async () => {
    const { operator } = story
    const deposit = statuses.review_required_sanctions_check
    await answerDeposits(operator.page, [deposit])
    await operator.openDeposit(deposit.id)
    await operator.drawer
      .getByText("The provider gives this reason: review_required_sanctions_check")
      .waitFor()
    await operator.openMenu()
    await operator.page.getByText("Refunds need a payout key.", { exact: false }).waitFor()
  })
}
