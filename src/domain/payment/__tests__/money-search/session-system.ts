import type { Money } from "../../../money"
import {
  type CoverFacts,
  decideSettlement,
  findMisfit,
  paidElsewhere,
  type SessionFacts,
} from "../../settlement"
import {
  copyOf,
  invoiceOf,
  isAlive,
  lookOf,
  OFFERS,
  paymentOf,
  sessionOf,
  START,
  type Session,
  type SessionWorld,
  SessionWorlds,
} from "./session-world"
import { mustHave } from "./world"
import type { System } from "./search"

/** How often each kind of event may happen in a story: it is what keeps the search finite. */
export type SessionLimits = { sessions: number; changes: number; calls: number }

/** Enough for a session that comes back on an order that another one has placed. */
export const FEW: SessionLimits = { sessions: 3, changes: 1, calls: 2 }

/**
 * Stories of a cart whose sessions Medusa deletes under a running call, creates again with their old amount and currency, and
 * replaces on a placed order. The effects are Medusa's; every decision is made by the rules.
 *
 * @param offer what the cart costs at first
 */
export function sessionSystem(limits: SessionLimits, offer: number): System {
  const worlds = new SessionWorlds()
  return {
    start: worlds.stateOf({ ...START, cart: offer, collection: offer }),
    stepsFrom: (state, reach) => {
      for (const { world } of stepsFrom(worlds.worldOf(state), limits)) {
        const { one, other, spent } = worlds.stateOf(world)
        reach(one, other, spent)
      }
    },
    findProblem: (one, other) => findProblem(worlds.worldOf({ one, other, spent: 0 })),
    textOf: (state, step) => mustHave(stepsFrom(worlds.worldOf(state), limits)[step]).text,
  }
}

/** Something that can happen, with the world after it. Its text is a line of a story. */
type Step = { text: string; world: SessionWorld }

function stepsFrom(world: SessionWorld, limits: SessionLimits): Step[] {
  const steps: Step[] = []
  const attempt = (text: string, change: (next: SessionWorld) => unknown) => {
    const next = copyOf(world)
    if (change(next) !== false) steps.push({ text, world: next })
  }
  if (world.sessions.length < limits.sessions && world.calls.length < limits.calls)
    attempt("the shopper opens a session; Medusa deletes those before it, and calls our provider", begin)
  world.calls.forEach((call, index) =>
    attempt(`the call of ${nameOf(call.session)} ends`, (next) => end(next, index))
  )
  if (world.change === null && world.order === null && world.changes < limits.changes)
    OFFERS.forEach((offer, index) => {
      if (index !== world.cart)
        attempt(`the cart becomes ${offer.amount} ${offer.currency}: Medusa deletes its sessions`, (next) => {
          next.changes++
          next.cart = index
          next.change = index
          for (const session of next.sessions) session.isDeleted = true
        })
    })
  if (world.change !== null)
    attempt("Medusa writes the new amount of the collection", (next) => {
      next.collection = next.cart
      next.change = null
    })
  world.sessions.forEach((session, index) => {
    const name = nameOf(index)
    if (isAlive(session) && world.order === null && world.change === null)
      attempt(`the cart is completed with ${name}`, (next) => place(next, index))
    if (session.invoice === "open")
      attempt(`the invoice of ${name} is paid`, (next) => (sessionOf(next, index).invoice = "paid"))
    if (session.invoice === "paid")
      attempt(`a webhook reports the money of ${name}`, (next) => settle(next, index))
  })
  return steps
}

const nameOf = (index: number) => `session ${index + 1}`

function begin(world: SessionWorld): void {
  const replaced = world.sessions.flatMap((session, index) => (isAlive(session) ? [index] : []))
  for (const index of replaced) sessionOf(world, index).isDeleted = true
  const session = create(world, world.collection)
  world.calls.push({ session, replaced })
}

/** Writes a session of Medusa. @returns its number */
function create(world: SessionWorld, offer: number): number {
  return world.sessions.push({ offer, isDeleted: false, invoice: "none", end: null }) - 1
}

/** Our provider answers. Where the session is gone or refused, Medusa creates what it had replaced again. */
function end(world: SessionWorld, index: number): void {
  const [call] = world.calls.splice(index, 1)
  if (!call || openInvoice(world, call.session)) return
  for (const replaced of call.replaced) openInvoice(world, create(world, sessionOf(world, replaced).offer))
}

/** Opens the invoice of a session. @returns whether Medusa keeps the session */
function openInvoice(world: SessionWorld, index: number): boolean {
  const session = sessionOf(world, index)
  // The service is called before Medusa finds out that the session is gone.
  const isRefused = !session.isDeleted && !fits(world, index, "opening")
  session.invoice = isRefused ? "none" : "open"
  if (isRefused) session.isDeleted = true
  return !session.isDeleted
}

/** Medusa writes the order first, asks our provider, and takes the order back when it is refused. */
function place(world: SessionWorld, index: number): boolean {
  world.order = world.cart
  return fits(world, index, "placing") && sessionOf(world, index).end !== "held"
}

/** Answers of the rules, which are always the same for the same facts. */
const misfits = new Map<number, boolean>()
const decisions = new Map<number, ReturnType<typeof decideSettlement>["kind"]>()

function memo<T>(known: Map<number, T>, key: number, decide: () => T): T {
  const found = known.get(key)
  if (found !== undefined) return found
  const decided = decide()
  known.set(key, decided)
  return decided
}

/** All that the rules see of a world that decides about one of its sessions. */
function viewOf({ collection, order, sessions }: SessionWorld, index: number): number {
  const rivals = sessions.reduce((sum, session, at) => (at === index ? sum : sum + lookOf(session)), 0)
  const own = mustHave(sessions[index]).offer
  return ((rivals * 4 + own) * 4 + collection) * 4 + (order ?? 3)
}

const fits = (world: SessionWorld, index: number, stage: "opening" | "placing"): boolean =>
  memo(misfits, viewOf(world, index) * 2 + Number(stage === "placing"), () => {
    return findMisfit(coverOf(world, index), stage) === null
  })

function settle(world: SessionWorld, index: number): boolean {
  const session = sessionOf(world, index)
  if (session.end !== null) return false
  const key = viewOf(world, index) * 2 + Number(session.isDeleted)
  const decision = memo(decisions, key, () => {
    return decideSettlement(invoiceOf(session), paymentOf(session), factsOf(world, index)).kind
  })
  switch (decision) {
    case "complete_cart":
      // Refused when the cart changed since: it is decided again.
      if (!place(world, index)) return false
      session.end = "captured"
      return true
    case "capture_order":
      session.end = "captured"
      return true
    case "unallocated":
      session.end = "held"
      return true
    case "wait":
    case "retry":
    case "record_captured":
      throw new Error(`there is no such case here: ${decision}`)
  }
}

/** As `load-session-facts.ts` composes them. */
function factsOf(world: SessionWorld, index: number): SessionFacts {
  const session = sessionOf(world, index)
  const cover = coverOf(world, index)
  const isForCart = world.order === null
  const misfit = session.isDeleted ? null : findMisfit(cover, isForCart ? "placing" : "placed")
  const isComparable = !session.isDeleted && misfit?.kind !== "other_currency"
  return {
    session: session.isDeleted ? "deleted" : "alive",
    order: isForCart || session.isDeleted ? null : { id: "order", isCancelled: false },
    cart: { id: "cart", isCompleted: !isForCart },
    paidElsewhere: isComparable ? paidElsewhere(cover) : "no",
    misfit: misfit?.kind ?? null,
    isRefundDue: false,
  }
}

function coverOf(world: SessionWorld, index: number): CoverFacts {
  const others = world.sessions.filter((_, other) => other !== index)
  const captured = others.filter(({ end }) => end === "captured").map(moneyOf)
  return {
    ...{ isOfCart: true, collectionId: "collection", decimals: 2 },
    collection: offerOf(world.collection),
    orderId: world.order === null ? null : "order",
    order: world.order === null ? null : offerOf(world.order),
    session: moneyOf(sessionOf(world, index)),
    ...{ held: captured, captured, heldElsewhere: [], capturedElsewhere: [], open: [] },
    rivals: others.filter((other) => isAlive(other) && other.end !== "captured").map(moneyOf),
  }
}

const moneyOf = ({ offer }: Session): Money => offerOf(offer)

function offerOf(index: number): Money {
  const offer = OFFERS[index]
  if (!offer) throw new Error("the model has no such offer")
  return offer
}

/** What holds in every state. @returns the rule that is broken, or null */
function findProblem(world: SessionWorld): string | null {
  const captured = world.sessions.filter(({ end }) => end === "captured").map(moneyOf)
  if (captured.length > 1) return `${captured.length} payments are captured for one order`
  const [paid] = captured
  if (!paid) return null
  if (world.order === null) return "money is captured without an order"
  const total = offerOf(world.order)
  if (paid.currency !== total.currency)
    return `an order of ${total.amount} ${total.currency} is captured as ${paid.amount} ${paid.currency}`
  if (Number(paid.amount) < Number(total.amount))
    return `an order of ${total.amount} ${total.currency} is captured for ${paid.amount}`
  return null
}
