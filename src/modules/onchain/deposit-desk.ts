import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { GatewayClient } from "../../gateway/client/gateway-client"
import { REVIEW_REQUIRED } from "../../gateway/contract"
import { DepositBacklog } from "./deposit-backlog"
import { listCandidatePayments, type CandidatePayment } from "./deposit-candidates"
import { DepositClaims } from "./deposit-claims"
import { DepositLinks, type ProposedPayment } from "./deposit-links"
import { DepositList } from "./deposit-list"
import type { DepositRow } from "./deposit-row"
import { DepositMirror } from "./deposit-mirror"
import { DepositStore } from "./deposit-store"
import { DepositSync } from "./deposit-sync"
import type { OnchainOptions } from "./options"
import { SyncRuns } from "./sync-runs"

type Parts = { knex: Knex; gateway: GatewayClient; options: OnchainOptions; clock: () => number }

/** Everything about deposits that wait, or waited, for a person. */
export class DepositDesk {
  readonly store: DepositStore
  readonly mirror: DepositMirror
  readonly claims: DepositClaims
  readonly backlog: DepositBacklog
  readonly list: DepositList
  readonly sync: DepositSync
  readonly links: DepositLinks

  constructor(private readonly parts: Parts) {
    const { knex, gateway, options, clock } = parts
    this.store = new DepositStore(knex)
    this.links = new DepositLinks(knex)
    this.mirror = new DepositMirror(knex, this.store, options.assumptions.statuses.deposit, clock)
    this.claims = new DepositClaims(knex, options.deposits.leaseMs)
    this.backlog = new DepositBacklog(knex)
    this.list = new DepositList(knex)
    this.sync = new DepositSync({
      gateway,
      store: this.store,
      mirror: this.mirror,
      backlog: this.backlog,
      runs: new SyncRuns(knex),
      statuses: [REVIEW_REQUIRED, ...Object.values(options.assumptions.statuses.deposit)],
      names: options.assumptions.statuses.deposit,
    })
  }

  /** Open payments that a deposit can be meant for, newest first. */
  listCandidates(deposit: DepositRow): Promise<CandidatePayment[]> {
    const { knex, options } = this.parts
    return listCandidatePayments(knex, deposit, options.deposits.toleranceBps)
  }

  /** Payments that somebody or an equal amount says a deposit is meant for. */
  listProposals(deposit: DepositRow): Promise<ProposedPayment[]> {
    return this.links.propose(deposit, this.parts.options.deposits.toleranceBps)
  }
}
