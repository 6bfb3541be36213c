import type { OtherPayout } from "../../domain/other-payout"
import type { LimitScope } from "../../domain/payout-limit"
import { GatewayPause } from "./gateway-pause"
import type { PayoutParts } from "./payout-parts"
import { findOtherPayout } from "./other-payouts"
import { WithdrawalAnswers } from "./withdrawal-answers"
import { WithdrawalChecks } from "./withdrawal-checks"
import { WithdrawalClaims } from "./withdrawal-claims"
import { WithdrawalEvidence } from "./withdrawal-evidence"
import { readUsedToday } from "./withdrawal-limits"
import { WithdrawalEnds } from "./withdrawal-ends"
import { WithdrawalList } from "./withdrawal-list"
import { insertWithdrawal, type NewWithdrawal } from "./withdrawal-opening"
import { WithdrawalQuotes } from "./withdrawal-quotes"
import type { WithdrawalRow } from "./withdrawal-row"
import { WithdrawalStore } from "./withdrawal-store"

/** Everything about withdrawals, of the treasury and of refunds alike. */
export class WithdrawalDesk {
  readonly store: WithdrawalStore
  readonly quotes: WithdrawalQuotes
  readonly claims: WithdrawalClaims
  readonly answers: WithdrawalAnswers
  readonly ends: WithdrawalEnds
  readonly checks: WithdrawalChecks
  readonly evidence: WithdrawalEvidence
  readonly list: WithdrawalList
  /** Of following withdrawals; other work has pauses of its own. */
  readonly pause: GatewayPause

  constructor(private readonly parts: PayoutParts) {
    const { knex, options, clock } = parts
    this.store = new WithdrawalStore(knex)
    this.quotes = new WithdrawalQuotes(knex)
    this.claims = new WithdrawalClaims(knex, options)
    this.answers = new WithdrawalAnswers(knex)
    this.ends = new WithdrawalEnds(knex)
    this.checks = new WithdrawalChecks(knex)
    this.evidence = new WithdrawalEvidence(knex)
    this.list = new WithdrawalList(knex)
    this.pause = new GatewayPause(clock)
  }

  /** Stores a payout that was asked for. @see insertWithdrawal */
  open(row: NewWithdrawal): Promise<WithdrawalRow | undefined> {
    return insertWithdrawal(this.parts.knex, row)
  }

  /** What was sent in the last 24 hours without this payout, for each of these limits. @returns decimals in token units */
  usedToday({ id }: WithdrawalRow, limits: readonly LimitScope[]): Promise<string[]> {
    return Promise.all(limits.map((limit) => readUsedToday(this.parts.knex, limit, id)))
  }

  /** The payout of the same refund that speaks against this one. */
  otherPayout(row: WithdrawalRow): Promise<OtherPayout | undefined> {
    return findOtherPayout(this.parts.knex, row)
  }
}
