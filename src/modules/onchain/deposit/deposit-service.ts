import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { GatewayClient } from "../../../gateway/client/client"
import { DepositBacklog, DepositList } from "./deposit-list"
import { DepositClaims, DepositStore } from "./deposit-store"
import { DepositLinks } from "./deposit-links"
import { DepositMirror } from "./deposit-mirror"
import type { OnchainOptions } from "../options/options"

type Parts = { knex: Knex; gateway: GatewayClient; options: OnchainOptions; clock: () => number }

export class DepositService {
  readonly store: DepositStore
  readonly mirror: DepositMirror
  readonly claims: DepositClaims
  readonly backlog: DepositBacklog
  readonly list: DepositList
  readonly links: DepositLinks

  constructor({ knex, options, clock }: Parts) {
    this.store = new DepositStore(knex, options)
    this.links = new DepositLinks(knex, options)
    this.mirror = new DepositMirror(knex, options, clock)
    this.claims = new DepositClaims(knex, options, options.tuning.leaseMs)
    this.backlog = new DepositBacklog(knex, options)
    this.list = new DepositList(knex, options)
  }
}
