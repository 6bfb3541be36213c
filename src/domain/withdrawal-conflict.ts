import { momentInWords } from "./moment-in-words"
import type { PayoutProblem } from "./payout-codes"
import type { WithdrawalState } from "./withdrawal-lifecycle"

/** What a withdrawal says for somebody whose confirmation or approval changed nothing. */
export type NotSentFacts = {
  action: "confirm" | "approve"
  /** Who asks, and the quote that they have read. */
  actorId: string
  quoteId: string
  state: WithdrawalState
  /** The row's. */
  currentQuoteId: string | null
  /** Somebody has asked for a new quote just now. */
  isQuoting: boolean
  quoteExpiresAt: Date | null
  isQuoteExpired: boolean
  confirmed: Deed | null
  approved: Deed | null
  /** Who ended it and when, where somebody has. */
  cancelled: Deed | null
  /** Found by others; each null when nothing speaks against it. */
  approvalProblem: PayoutProblem | null
  refundProblem: PayoutProblem | null
  destinationProblem: PayoutProblem | null
  limitProblem: PayoutProblem | null
}

/** Who did something: `by` an id, `name` for the words. */
export type Deed = { by: string; name: string; at: Date | null }

/** `same`: it was done already by the same person and for the same quote, as after a double click. */
export type NotSent = { kind: "same" } | ({ kind: "refused" } & PayoutProblem)

/**
 * Says why a confirmation or an approval changed nothing.
 *
 * @example whyNotSent({ action: "confirm", state: "cancelled", ... }).words // "ada@example.com cancelled it on ..."
 */
export function whyNotSent(facts: NotSentFacts): NotSent {
  if (isDoneBySame(facts)) return { kind: "same" }
  return { kind: "refused", ...problemOf(facts) }
}

/**
 * Says why a withdrawal cannot be cancelled, quoted, adopted or written off any more, for the one who came second.
 *
 * @param reason of the action, as {@link withdrawalChoices} has it; null when it changed in the very moment
 */
export function tooLateInWords(
  reason: string | null,
  deed: { deed: string; who: Deed } | null
): PayoutProblem {
  const words =
    deed === null ? (reason ?? CHANGED) : `${deedInWords(deed.deed, deed.who)}${reason ? ` ${reason}` : ""}`
  return { code: "already_done", words }
}

const CHANGED = "It has changed in this moment. Read it again."

function isDoneBySame({
  action,
  actorId,
  quoteId,
  currentQuoteId,
  state,
  confirmed,
  approved,
}: NotSentFacts): boolean {
  if (quoteId !== currentQuoteId || isOpenFor(action, state) || state === "cancelled") return false
  return (action === "confirm" ? confirmed : approved)?.by === actorId
}

function isOpenFor(action: "confirm" | "approve", state: WithdrawalState): boolean {
  return state === (action === "confirm" ? "quoted" : "awaiting_approval") || state === "requested"
}

function problemOf(facts: NotSentFacts): PayoutProblem {
  const { action, state, approvalProblem, destinationProblem, limitProblem } = facts
  if (state === "cancelled") return done(facts.cancelled, "cancelled", "It was cancelled.")
  if (action === "approve" && approvalProblem) return approvalProblem
  if (action === "approve" && state === "quoted") return changed("Nobody has confirmed it yet.")
  if (!isOpenFor(action, state)) return earlier(facts)
  return facts.refundProblem ?? quoteProblem(facts) ?? destinationProblem ?? limitProblem ?? changed(CHANGED)
}

function quoteProblem(facts: NotSentFacts): PayoutProblem | null {
  if (facts.isQuoting) return changed("A new quote is being asked for. Read it and confirm that one.")
  if (facts.currentQuoteId === null)
    return changed("It has no quote any more. Ask for a new one and confirm it.")
  if (facts.currentQuoteId !== facts.quoteId)
    return changed("There is a newer quote. Read it and confirm that one.")
  if (!facts.isQuoteExpired) return null
  const when = facts.quoteExpiresAt === null ? "" : ` ${momentInWords(facts.quoteExpiresAt)}`
  return { code: "quote_expired", words: `The quote expired${when}. Ask for a new one and confirm it.` }
}

function earlier({ state, confirmed, approved }: NotSentFacts): PayoutProblem {
  if (approved) return done(approved, "approved", "")
  if (confirmed) return done(confirmed, "confirmed", "")
  return { code: "already_done", words: `It is ${state} already.` }
}

function done(deed: Deed | null, verb: string, otherwise: string): PayoutProblem {
  return { code: "already_done", words: deed === null ? otherwise : deedInWords(verb, deed) }
}

function deedInWords(verb: string, { name, at }: Deed): string {
  return `${name} ${verb} it${at === null ? "" : ` ${momentInWords(at)}`}.`
}

function changed(words: string): PayoutProblem {
  return { code: "quote_changed", words }
}
