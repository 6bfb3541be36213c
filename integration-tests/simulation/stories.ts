import { createRandom } from "../../chaos/plan/random"
import { payOut, payRefundOut, reviewDeposits } from "./operators"
import { Purchase } from "./purchase"
import type { World } from "./world"

const CHANGES = [
  "none",
  "none",
  "items",
  "region",
  "rival",
  "foreign data",
  "provider",
  "chosen later",
] as const
const PAYS = ["exact", "exact", "exact", "less", "more", "twice", "nothing", "comes back", "is lost"] as const
/** Of a customer with an account, to the reusable address. */
const DEPOSITS = ["exact", "exact", "less", "another token", "twice", "nothing"] as const
const AFTER = [
  "nothing",
  "nothing",
  "cancelled",
  "credited",
  "edited",
  "second rail",
  "too late",
  "completed again",
] as const
/** What two operators do at once about a deposit in review. */
const REVIEWS = ["refund", "refund that fails", "accept", "assign", "apply"] as const

type Cart = { total: string; change: (typeof CHANGES)[number]; after: (typeof AFTER)[number] }
export type Sale =
  | ({ kind: "buy"; pays: (typeof PAYS)[number] } & Cart)
  | ({ kind: "deposit"; pays: (typeof DEPOSITS)[number]; review: (typeof REVIEWS)[number] } & Cart)

/** What happens to a cart and its order, or to a payout. */
export type Story = Sale | { kind: "payout"; amount: string } | { kind: "refund"; total: string }

const KINDS = ["buy", "buy", "buy", "buy", "buy", "deposit", "payout", "refund"] as const

/** The stories of a seed. */
export function drawStories(seed: string, only?: Story["kind"]): Story[] {
  const random = createRandom(`stories of ${seed}`)
  const kind = only ?? random.pick(KINDS)
  if (kind === "payout") return [{ kind, amount: "5" }]
  const total = () => random.pick(["12.50", "40", "7.99"])
  if (kind === "refund") return [{ kind, total: total() }]
  const sales = random.isTrue(0.1) ? 2 : 1
  return Array.from({ length: sales }, () => {
    const cart = { total: total(), change: random.pick(CHANGES), after: random.pick(AFTER) }
    return kind === "buy"
      ? { kind, pays: random.pick(PAYS), ...cart }
      : { kind, pays: random.pick(DEPOSITS), review: random.pick(REVIEWS), ...cart }
  })
}

export function titleOf(story: Story): string {
  if (story.kind === "payout") return `a payout of ${story.amount}`
  if (story.kind === "refund") return `a refund of what is too much for a cart of ${story.total}`
  const { total, change, pays, after } = story
  const what = `a cart of ${total}; change: ${change}; pays: ${pays}; then: ${after}`
  return story.kind === "buy" ? what : `${what}; to a reusable address; operators: ${story.review}`
}

export async function tell(world: World, story: Story): Promise<void> {
  if (story.kind === "payout") return payOut(world, story.amount)
  if (story.kind === "refund") return payRefundOut(world, story.total)
  const purchase = new Purchase(world, story)
  await purchase.tell()
  if (story.kind === "deposit") await reviewDeposits(world, story.review)
}
