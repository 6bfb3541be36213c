import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TEST_EVENT } from "../../../domain/inbox/delivery"
import { WITHDRAWAL_STATUSES } from "../../../gateway/contract"
import { HAS_OPEN_MISMATCH, IS_GAS_BLOCKED } from "../models/withdrawal"
import { IS_AWAITING_APPROVAL, IS_UNKNOWN } from "../payout/withdrawal-store"
import { PAYMENTS } from "../payment/payment-row"
import { COUNT_LIMIT } from "../work/listed-rows"
import { inScope, ownRows, type Scope } from "../work/claim"
import { MISSING, type SharedStatus, UNKNOWN_WORD, UNREADABLE } from "../work/shared-status"
import { listEnabledRegions, type EnabledRegion } from "./enabled-regions"
import { endpointState, type EndpointState } from "./endpoint-watch"

/** The last webhook and the last one refused, in all processes. */
export type LastWebhooks = { acceptedAt: Date | null; rejected: { reason: string; at: Date } | null }
export type Waiting = { count: number; oldestAt: Date | null }

/** Payments whose invoice the gateway does not know, with the ids of the first few invoices. */
export type UnknownInvoices = Waiting & { ids: string[] }

/** Words of the service that no setting names. `subject` is such as "invoice status"; `word` is bounded and plain. */
export type UnknownWord = { subject: string; word: string; setting: string; count: number }

/** By `resource.field`. */
export type UnreadableFields = { name: string; setting: string | null; count: number; at: Date }[]

const NAMED = 3

/** Every statement reads one index, so it stays fast on large tables. */
export class HealthFacts {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly signals: SharedStatus
  ) {}

  async lastWebhooks(): Promise<LastWebhooks> {
    const [accepted, rejected] = await Promise.all([
      ownRows(this.knex, this.scope, "onchain_webhook_delivery")
        .whereNot({ event: TEST_EVENT })
        .max({ at: "received_at" })
        .first(),
      this.signals.read("webhook_rejected"),
    ])
    return {
      acceptedAt: accepted?.at ?? null,
      rejected: rejected && { reason: rejected.detail ?? "unknown", at: rejected.at },
    }
  }

  /** Undocumented fields that could not be read within the last day, with their settings. */
  unreadableFields(): Promise<UnreadableFields> {
    return this.fields(UNREADABLE)
  }

  /** Undocumented fields that answers lacked within the last day, with their settings. */
  missingFields(): Promise<UnreadableFields> {
    return this.fields(MISSING)
  }

  private async fields(notice: typeof UNREADABLE | typeof MISSING): Promise<UnreadableFields> {
    const seen = await this.signals.recent(notice)
    return seen.map(({ name, detail, count, at }) => ({ name, setting: detail || null, count, at }))
  }

  /** Status words that were not known within the last day, most frequent first. */
  async unknownWords(): Promise<UnknownWord[]> {
    const seen = await this.signals.recent(UNKNOWN_WORD)
    return seen.map(({ name, detail, count }) => {
      const [subject = "", ...word] = name.split(":")
      return { subject, word: word.join(":"), setting: detail ?? "", count }
    })
  }

  /** How the calls of every endpoint ended, in the order of the contract. */
  async endpoints(): Promise<EndpointState[]> {
    const calls = await this.signals.calls()
    return calls.map(({ endpoint, answered, failed }) => endpointState(endpoint, answered, failed))
  }

  /** Regions with our payment provider enabled. */
  enabledRegions(): Promise<EnabledRegion[]> {
    return listEnabledRegions(this.knex)
  }

  async oldestDelivery(): Promise<Date | null> {
    const oldest = await ownRows(this.knex, this.scope, "onchain_webhook_delivery")
      .whereIn("state", ["received", "processing"])
      .min({ at: "received_at" })
      .first()
    return oldest?.at ?? null
  }

  /** Events that the bus has not taken more than `graceMs` after their change. */
  unpublishedEvents(graceMs: number): Promise<Waiting> {
    return this.waiting(
      `SELECT created_at AS at FROM onchain_outbox
       WHERE published_at IS NULL AND created_at < now() - ? * interval '1 millisecond' ORDER BY created_at`,
      [graceMs]
    )
  }

  /** Payments that should have been polled more than `graceMs` ago. */
  overdueChecks(graceMs: number): Promise<Waiting> {
    const own = inScope(this.scope)
    return this.waiting(
      `SELECT next_check_at AS at FROM onchain_attempt
       WHERE deleted_at IS NULL AND ${own.sql} AND next_check_at IS NOT NULL
         AND next_check_at < now() - ? * interval '1 millisecond' ORDER BY next_check_at`,
      [...own.bindings, graceMs]
    )
  }

  /** Payment collections of orders that are kept past their time because a list of the gateway is incomplete. */
  async keptOrders(): Promise<Waiting & { collectionIds: string[] }> {
    const own = inScope(this.scope)
    const { rows } = await this.knex.raw(
      `SELECT count(*)::int AS count, min(at) AS "oldestAt", coalesce((array_agg(id ORDER BY at))[1:?], '{}') AS "collectionIds"
       FROM (
         SELECT coalesce(collection_id, id) AS id, min(list_incomplete_since) AS at FROM ${PAYMENTS} AS payment
         WHERE ${own.sql} AND list_incomplete_since IS NOT NULL AND order_closed_at IS NULL AND captured_at IS NULL
         GROUP BY 1 ORDER BY 2 LIMIT ?
       ) AS waiting`,
      [NAMED, ...own.bindings, COUNT_LIMIT + 1]
    )
    return rows[0]
  }

  /** Payments that are still polled, and whose invoice the gateway does not know. */
  async unknownInvoices(): Promise<UnknownInvoices> {
    const own = inScope(this.scope)
    const { rows } = await this.knex.raw(
      `SELECT count(*)::int AS count, min(at) AS "oldestAt", coalesce((array_agg(id ORDER BY at))[1:?], '{}') AS ids FROM (
         SELECT invoice_unknown_at AS at, gateway_invoice_id AS id FROM onchain_attempt
         WHERE deleted_at IS NULL AND ${own.sql} AND invoice_unknown_at IS NOT NULL AND next_check_at IS NOT NULL
         ORDER BY invoice_unknown_at LIMIT ?
       ) AS waiting`,
      [NAMED, ...own.bindings, COUNT_LIMIT + 1]
    )
    return rows[0]
  }

  /** Payments whose address was refused since `since`, and why. */
  async refusedAddresses(since: Date): Promise<Waiting & { reasons: string[] }> {
    const own = inScope(this.scope)
    const { rows } = await this.knex.raw(
      `SELECT count(*)::int AS count, min(at) AS "oldestAt", coalesce(array_agg(DISTINCT reason), '{}') AS reasons FROM (
         SELECT address_refused_at AS at, address_refusal AS reason FROM onchain_attempt
         WHERE deleted_at IS NULL AND ${own.sql} AND address_refused_at IS NOT NULL AND address_refused_at >= ?
         ORDER BY address_refused_at LIMIT ?
       ) AS refused`,
      [...own.bindings, since, COUNT_LIMIT + 1]
    )
    return rows[0]
  }

  /** @returns a count of one more than {@link COUNT_LIMIT} when there are more */
  private async waiting(sql: string, bindings: Knex.RawBinding[]): Promise<Waiting> {
    const { rows } = await this.knex.raw(
      `SELECT count(*)::int AS count, min(at) AS "oldestAt" FROM (${sql} LIMIT ?) AS waiting`,
      [...bindings, COUNT_LIMIT + 1]
    )
    return rows[0]
  }
}

/** Each list has at most ten ids. */
export type PayoutTroubles = {
  /** The gateway contradicts us, and no operator has reviewed it. */
  contradicted: string[]
  /** Only an operator can end them. */
  unknown: string[]
  /** Confirmed long ago, without an answer of the gateway. */
  unanswered: string[]
  unapproved: string[]
  gasBlocked: string[]
  /** Sent, and without an update for hours: no job polls them, or the gateway does not answer. */
  unfollowed: string[]
  /** Their status has not been a known one for a day. */
  unknownStatus: string[]
}

/** The list of withdrawals shows the rest. */
const NAMED_WITHDRAWALS = 10
const ANSWER_PATIENCE = "10 minutes"
const APPROVAL_PATIENCE = "24 hours"
/** Longer than the longest pause between two polls. */
const POLL_PATIENCE = "2 hours"
const WORD_PATIENCE = "24 hours"

export class PayoutFacts {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  async troubles(): Promise<PayoutTroubles> {
    const [contradicted, unknown, unanswered, unapproved, gasBlocked, unfollowed, unknownStatus] =
      await Promise.all([
        this.ids(HAS_OPEN_MISMATCH),
        this.ids(IS_UNKNOWN),
        this.ids(`state = 'sending' AND state_at < now() - interval '${ANSWER_PATIENCE}'`),
        this.ids(`${IS_AWAITING_APPROVAL} AND confirmed_at < now() - interval '${APPROVAL_PATIENCE}'`),
        this.ids(IS_GAS_BLOCKED),
        this.ids(`state = 'sent' AND greatest(checked_at, state_at) < now() - interval '${POLL_PATIENCE}'`),
        this.ids(
          `state = 'sent' AND NOT gateway_status = ANY(?::text[])
         AND gateway_status_at < now() - interval '${WORD_PATIENCE}'`,
          [[...WITHDRAWAL_STATUSES]]
        ),
      ])
    return { contradicted, unknown, unanswered, unapproved, gasBlocked, unfollowed, unknownStatus }
  }

  private async ids(condition: string, bindings: Knex.RawBinding[] = []): Promise<string[]> {
    const own = inScope(this.scope)
    const { rows }: { rows: { id: string }[] } = await this.knex.raw(
      `SELECT id FROM onchain_withdrawal WHERE ${condition} AND deleted_at IS NULL AND ${own.sql} ORDER BY created_at LIMIT ?`,
      [...bindings, ...own.bindings, NAMED_WITHDRAWALS]
    )
    return rows.map(({ id }) => id)
  }
}
