import { type FateName, fates, fatesOf, type PlanName } from "./fate"
import { createRandom, type Random } from "./random"

/** An asset, as the catalog names it. */
export interface RailChoice {
  networkId: string
  token: string
}

/** One shopper of the run. */
export interface PlannedOrder {
  index: number
  fate: FateName
  rail: RailChoice
}

/** Different decimals and chains, and one that needs a memo. */
const guestRails: [RailChoice, ...RailChoice[]] = [
  { networkId: "base-mainnet", token: "USDC" },
  { networkId: "bnb-mainnet", token: "USDC" },
  { networkId: "eth-mainnet", token: "USDT" },
  { networkId: "sol-mainnet", token: "USDC" },
  { networkId: "stellar-mainnet", token: "USDC" },
]
const customerRails: [RailChoice, ...RailChoice[]] = [
  { networkId: "base-mainnet", token: "USDC" },
  { networkId: "sol-mainnet", token: "USDC" },
  { networkId: "stellar-mainnet", token: "USDC" },
]

/** Every rail of the plan. */
export const planRails: readonly RailChoice[] = guestRails

/** Another rail than the previous one, for a shopper who switches. */
export function otherRail(payer: "guest" | "customer", from: RailChoice, random: Random): RailChoice {
  const rails = payer === "customer" ? customerRails : guestRails
  const [first = from, ...others] = rails.filter(
    ({ networkId, token }) => networkId !== from.networkId || token !== from.token
  )
  return random.pick([first, ...others])
}

/**
 * Decides what every shopper of a run does.
 *
 * @param options.plan which fates there are
 * @param options.count orders; each fate has its share of them, and at least one where there are enough
 * @example planOrders({ seed: "1", count: 100 })
 */
export function planOrders({
  seed,
  count,
  plan = "all",
}: {
  seed: string
  count: number
  plan?: PlanName
}): PlannedOrder[] {
  const shuffled = createRandom(`${seed}/plan`).shuffle(shareOut(count, fatesOf[plan]))
  return waitersFirst(shuffled).map((fate, index) => {
    const random = createRandom(`${seed}/rail/${index}`)
    return { index, fate, rail: random.pick(fates[fate].payer === "customer" ? customerRails : guestRails) }
  })
}

/**
 * Shoppers who wait for an order's timeout come in the first half, so that the run need not wait for the last
 * of them.
 */
function waitersFirst(shuffled: readonly FateName[]): FateName[] {
  const half = Math.ceil(shuffled.length / 2)
  const isWaiter = (fate: FateName) =>
    fate === "pays_after_cancellation" ||
    fate === "pays_around_the_timeout" ||
    fate === "pays_an_old_attempt_after_cancellation"
  const others = shuffled.flatMap((fate, at) => (at < half && !isWaiter(fate) ? [at] : []))
  const late = shuffled.flatMap((fate, at) => (at >= half && isWaiter(fate) ? [at] : []))
  const plan = [...shuffled]
  for (const at of late) {
    const to = others.pop()
    const [waiter, other] = [shuffled[at], to === undefined ? undefined : shuffled[to]]
    if (to === undefined || waiter === undefined || other === undefined) break
    plan[to] = waiter
    plan[at] = other
  }
  return plan
}

/** As many of each fate as its weight says; the rest goes to those furthest behind. */
function shareOut(count: number, names: readonly FateName[]): FateName[] {
  const total = names.reduce((sum, name) => sum + fates[name].weight, 0)
  const given = new Map<FateName, number>(names.map((name) => [name, 0]))
  const behind = (name: FateName) => (fates[name].weight * count) / total - (given.get(name) ?? 0)
  return Array.from({ length: count }, () => {
    const next = names.reduce((best, name) => (behind(name) > behind(best) ? name : best))
    given.set(next, (given.get(next) ?? 0) + 1)
    return next
  })
}
