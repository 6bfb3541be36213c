import { readdirSync } from "node:fs"
import { join } from "node:path"
import { TEST_EVENT } from "../../../domain/inbox/delivery"
import type { Assumptions } from "../../../gateway/assumptions"
import type { GatewayClient } from "../../../gateway/client/client"
import { GatewayError } from "../../../gateway/client/errors"
import type { Catalog } from "../../../gateway/client/lists"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { endpointNames, WITHDRAWAL_STATUSES } from "../../../gateway/contract"
import type { OnchainPayoutUser } from "../../../types/http"
import type { Inbox, WebhookCounts } from "../inbox/inbox"
import type { OnchainOptions } from "../options/options"
import { PAYMENTS } from "../payment/payment-row"
import { KRAKEN_CURRENCIES } from "../rates/price-sources"
import { nameOf, type RateSourceOption } from "../rates/rate-book"
import type { DepositMirror } from "../deposit/deposit-mirror"
import type { FinanceService } from "../finance/finance-service"
import type { AddressBook, CustomerDirectory } from "../payment/address-book"
import type { priceRails, RailMinimums } from "../payment/rails"
import type { ShopperMessages } from "../payment/shopper-messages"
import type { PayoutService } from "../payout/payout-service"
import { inScope, inTime, ownRows, type Scope, type StoreClock } from "../work/claim"
import { COUNT_LIMIT } from "../work/listed-rows"
import type { SyncRuns } from "../work/sync-runs"
import {
  MISSING,
  type OwnMemory,
  RATE_SOURCE,
  type SharedStatus,
  UNKNOWN_WORD,
  UNREADABLE,
} from "../work/shared-status"
import { type ClockWatch, type EndpointState, endpointState, readSetting, valueOf } from "./activity-log"
import { openWork } from "./attention-list"
import type { AttentionService } from "./attention-notices"

/** The health page must answer; a slower gateway is a problem anyway. */
export const PATIENCE_MS = 5_000

/** The last webhook and the last one refused, in all processes. */
export type LastWebhooks = { acceptedAt: Date | null; rejected: { reason: string; at: Date } | null }
/** `count` is one more than {@link COUNT_LIMIT} when there are more. */
export type Waiting = { count: number; oldestAt: Date | null }

/** A region with our payment provider enabled. `currencyCode` is lower case. */
export type EnabledRegion = { name: string; currencyCode: string }

/** Words of the service that no setting names. `subject` is such as "invoice status"; `word` is bounded and plain. */
export type UnknownWord = {
  subject: string
  word: string
  setting: string
  /** What the setting has a list of words for. */
  lists: readonly string[]
  count: number
}

/** Undocumented fields by `resource.field`, or words by their subject. */
export type NotedFields = { name: string; setting: string | null; count: number; at: Date }[]

const listMigrations = () =>
  readdirSync(join(__dirname, "..", "migrations")).flatMap(
    (file) => /^(Migration\d+)\.[jt]s$/.exec(file)?.[1] ?? []
  )

const NAMED = 3
const FIRST_IDS = `, coalesce((array_agg(id ORDER BY at) FILTER (WHERE id IS NOT NULL))[1:${NAMED}], '{}') AS ids`

/** Every statement reads one index, so it stays fast on large tables. */
export class HealthFacts {
  constructor(
    private readonly knex: Knex,
    private readonly options: Scope & Pick<OnchainOptions, "assumptions">,
    private readonly signals: SharedStatus
  ) {}

  async lastWebhooks(): Promise<LastWebhooks> {
    const [accepted, rejected] = await Promise.all([
      ownRows(this.knex, this.options, "onchain_webhook_delivery")
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

  /** What answers had within the last day, most frequent first, and since the setting that helps last changed. */
  async fields(notice: typeof UNREADABLE | typeof MISSING | typeof UNKNOWN_WORD): Promise<NotedFields> {
    const seen = await this.signals.recent(notice)
    return seen.flatMap(({ name, detail, count, at }) => {
      const { setting, isCurrent } = readSetting(detail ?? "", this.options.assumptions)
      return isCurrent ? [{ name, setting, count, at }] : []
    })
  }

  async unknownWords(): Promise<UnknownWord[]> {
    const seen = await this.fields(UNKNOWN_WORD)
    return seen.flatMap(({ name, setting, count }) => {
      if (setting === null) return []
      const [subject = "", ...word] = name.split(":")
      const lists = listsOf(setting, this.options.assumptions)
      return [{ subject, word: word.join(":"), setting, lists, count }]
    })
  }

  /** How the calls of every endpoint ended, in the order of the contract. */
  async endpoints(): Promise<EndpointState[]> {
    const calls = await this.signals.outcomes(endpointNames)
    return calls.map((call) => endpointState(call, this.options.assumptions))
  }

  /** Of this version, which started on the tables of an older one. */
  async missingMigrations(own = listMigrations()): Promise<string[]> {
    const ran: { name: string }[] = await this.knex("mikro_orm_migrations")
      .whereIn("name", own)
      .select("name")
    return own.filter((name) => !ran.some((row) => row.name === name))
  }

  /** Medusa's own tables: other modules cannot be called while a module starts. */
  async enabledRegions(): Promise<EnabledRegion[]> {
    const { rows } = await this.knex.raw(
      `SELECT region.name, lower(region.currency_code) AS "currencyCode" FROM region
       WHERE region.deleted_at IS NULL AND EXISTS (
         SELECT 1 FROM region_payment_provider AS link
         WHERE link.region_id = region.id AND link.deleted_at IS NULL
           AND starts_with(link.payment_provider_id, 'pp_onchain_'))
       ORDER BY region.created_at, region.id`
    )
    return rows
  }

  async oldestDelivery(): Promise<Date | null> {
    const oldest = await ownRows(this.knex, this.options, "onchain_webhook_delivery")
      .whereIn("state", ["received", "processing"])
      .min({ at: "received_at" })
      .first()
    return oldest?.at ?? null
  }

  /** Events that the bus has not taken more than `graceMs` after their change. */
  unpublishedEvents(graceMs: number): Promise<Waiting> {
    return this.waiting(
      `SELECT created_at AS at FROM onchain_outbox
       WHERE published_at IS NULL AND deleted_at IS NULL AND created_at < now() - ? * interval '1 millisecond' ORDER BY created_at`,
      [graceMs]
    )
  }

  /** Payments that should have been polled more than `graceMs` ago. */
  overdueChecks(graceMs: number): Promise<Waiting> {
    const own = inScope(this.options)
    return this.waiting(
      `SELECT next_check_at AS at FROM onchain_attempt
       WHERE deleted_at IS NULL AND ${own.sql} AND next_check_at IS NOT NULL
         AND next_check_at < now() - ? * interval '1 millisecond' ORDER BY next_check_at`,
      [...own.bindings, graceMs]
    )
  }

  /** Orders that are kept past their time because a list of the gateway is incomplete, with the first few by name. */
  async keptOrders(): Promise<Waiting & { names: string[] }> {
    const own = inScope(this.options)
    const { rows } = await this.knex.raw(
      `SELECT count(*)::int AS count, min(at) AS "oldestAt",
         coalesce((array_agg('#' || coalesce(o.display_id::text, o.id) ORDER BY at) FILTER (WHERE o.id IS NOT NULL))[1:?], '{}') AS names
       FROM (
         SELECT coalesce(collection_id, id) AS id, min(list_incomplete_since) AS at FROM ${PAYMENTS} AS payment
         WHERE ${own.sql} AND list_incomplete_since IS NOT NULL AND order_closed_at IS NULL AND captured_at IS NULL
         GROUP BY 1 ORDER BY 2 LIMIT ?
       ) AS waiting
         LEFT JOIN order_payment_collection AS link ON link.payment_collection_id = waiting.id AND link.deleted_at IS NULL
         LEFT JOIN "order" AS o ON o.id = link.order_id`,
      [NAMED, ...own.bindings, COUNT_LIMIT + 1]
    )
    return rows[0]
  }

  /** Payments that are still polled, and whose invoice the gateway does not know, with the first few invoices. */
  unknownInvoices(): Promise<Waiting & { ids: string[] }> {
    return this.invoices("invoice_unknown_at", "next_check_at IS NOT NULL")
  }

  /** Payments whose address was refused since `since`, with the first few invoices. */
  refusedAddresses(since: Date): Promise<Waiting & { ids: string[] }> {
    return this.invoices("address_refused_at", "address_refused_at >= ?", since)
  }

  /** Withdrawals that nobody hears of; what waits for a person is in the attention list. */
  async silentWithdrawals(): Promise<SilentWithdrawals> {
    const own = inScope(this.options)
    const { rows } = await this.knex.raw(
      `SELECT count(*) FILTER (WHERE state = 'sending' AND state_at < now() - interval '10 minutes')::int AS unanswered,
         count(*) FILTER (WHERE state = 'sent' AND greatest(checked_at, state_at) < now() - interval '2 hours')::int AS unfollowed,
         count(*) FILTER (WHERE state = 'sent' AND NOT gateway_status = ANY(?::text[])
           AND state_at < now() - interval '24 hours')::int AS "unknownStatus"
       FROM onchain_withdrawal WHERE state IN ('sending', 'sent') AND deleted_at IS NULL AND ${own.sql}`,
      [[...WITHDRAWAL_STATUSES], ...own.bindings]
    )
    return rows[0]
  }

  private invoices(
    column: "invoice_unknown_at" | "address_refused_at",
    condition: string,
    ...bindings: Knex.RawBinding[]
  ): Promise<Waiting & { ids: string[] }> {
    const own = inScope(this.options)
    return this.waiting(
      `SELECT ${column} AS at, gateway_invoice_id AS id FROM onchain_attempt
       WHERE deleted_at IS NULL AND ${own.sql} AND ${column} IS NOT NULL AND ${condition} ORDER BY ${column}`,
      [...own.bindings, ...bindings],
      FIRST_IDS
    )
  }

  /** @param sql rows with `at`, oldest first */
  private async waiting<More = object>(
    sql: string,
    bindings: Knex.RawBinding[],
    columns = ""
  ): Promise<Waiting & More> {
    const { rows } = await this.knex.raw(
      `SELECT count(*)::int AS count, min(at) AS "oldestAt"${columns} FROM (${sql} LIMIT ?) AS waiting`,
      [...bindings, COUNT_LIMIT + 1]
    )
    return rows[0]
  }
}

/** @example listsOf("assumptions.statuses.billing", assumptions) // ["active", "pastDue"] */
export function listsOf(setting: string, assumptions: Assumptions): string[] {
  const lists = valueOf(setting, assumptions)
  if (typeof lists !== "object" || lists === null) return []
  return Object.entries(lists).flatMap(([name, words]) => (Array.isArray(words) ? [name] : []))
}

/** Sent withdrawals, by what is missing. */
type SilentWithdrawals = {
  /** Confirmed long ago, without an answer of the gateway. */
  unanswered: number
  /** Without an update for longer than the longest pause between two polls. */
  unfollowed: number
  /** Their status has not been a known one for a day. */
  unknownStatus: number
}

/** What the gateway or the rate sources answered in time. */
type Answer<T> = T | GatewayError | "slow"

export function isAnswer<T>(answer: Answer<T>): answer is T {
  return answer !== "slow" && !(answer instanceof GatewayError)
}

async function ask<T>(call: Promise<T>): Promise<Answer<T>> {
  try {
    return (await inTime(call, PATIENCE_MS)) ?? "slow"
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
}

/** What the store knows beside this module. */
type StoreFacts = {
  users: OnchainPayoutUser[]
  /** What this process keeps in its own memory. */
  ownMemory: readonly OwnMemory[]
}

const MINUTE_MS = 60_000
/** Jobs have run several times by then. */
const WORK_GRACE_MS = 5 * MINUTE_MS
/** An action that has no answer for this long is shown. */
const ACTION_PATIENCE_MS = 10 * MINUTE_MS
/** A merchant who looks once a week still sees a refused address. */
const REFUSAL_SHOWN_MS = 7 * 24 * 60 * MINUTE_MS

/** The parts of the module that know something. */
type Sources = MessageParts & {
  clock: () => number
  storeClock: StoreClock
  health: HealthFacts
  status: SharedStatus
  attention: AttentionService
  clockWatch: ClockWatch
  gateway: GatewayClient
  catalog: Catalog
  customers: CustomerDirectory
  addresses: AddressBook
  deposits: { mirror: DepositMirror }
  payouts: PayoutService
  syncRuns: SyncRuns
  finance: FinanceService
  minimums: RailMinimums
  inbox: Inbox
  webhooks: { counts: WebhookCounts }
  priceRails: (currencyCode: string) => ReturnType<typeof priceRails>
}
type MessageParts = { options: OnchainOptions; shopperMessages: ShopperMessages }

/** Everything that the checks judge, read once. */
export type Facts = Awaited<ReturnType<typeof readFacts>>

/** @throws what is no answer of the gateway, such as an error of the database */
export async function readFacts(onchain: Sources, store: StoreFacts) {
  const { options, health, clock, storeClock, clockWatch, status } = onchain
  const [gateway, stored, notifications] = await Promise.all([
    readGateway(onchain),
    all({
      backlog: onchain.inbox.backlog(),
      oldestDelivery: health.oldestDelivery(),
      events: health.unpublishedEvents(WORK_GRACE_MS),
      overdue: health.overdueChecks(WORK_GRACE_MS),
      unknownInvoices: health.unknownInvoices(),
      refusedPayments: health.refusedAddresses(new Date(clock() - REFUSAL_SHOWN_MS)),
      silentWithdrawals: health.silentWithdrawals(),
      keptOrders: health.keptOrders(),
      unreadable: health.fields(UNREADABLE),
      missing: health.fields(MISSING),
      unknownWords: health.unknownWords(),
      lastWebhooks: health.lastWebhooks(),
      lists: status.findIncompleteLists(),
      otherProcesses: status.countOthers(),
      // Fixed tables are not called.
      rateSources: status.outcomes(
        options.rates.sources
          .filter(({ kind }) => kind !== "fixed")
          .map((source) => `${RATE_SOURCE}${nameOf(source)}` as const)
      ),
      unassigned: onchain.deposits.mirror.countUnassigned(),
      stuckCustomers: onchain.customers.listStuck(),
      depositRun: onchain.syncRuns.find("deposits_in_review"),
      stuckDeposits: onchain.deposits.mirror.listStuck(ACTION_PATIENCE_MS),
      refusedAmounts: onchain.minimums.refused(),
      payoutOptionsChangedAt: onchain.payouts.accessLog.lastChangeAt(),
    }),
    readNotifications(onchain),
  ])
  return {
    ...{ ...store, ...gateway, ...stored, notifications, options },
    nowMs: clock(),
    // After the reading of the balances, which records what needs recovery.
    open: openWork(await onchain.attention.list.counts()),
    webhooks: lastOfAll(onchain.webhooks.counts, stored.lastWebhooks),
    ...{ skewMs: clockWatch.skewMs, ownSkewMs: storeClock.ownSkewMs },
    refusedRails: onchain.addresses.refusals(),
    // After all calls of the gateway.
    endpoints: await health.endpoints(),
  }
}

/** Also records what needs recovery when a long list answers too late for the checks. */
async function readBalances({ balances, recovery }: FinanceService) {
  const listed = await balances.readListed()
  await recovery.record(listed.balances, listed.isComplete)
  return listed
}

async function readGateway(onchain: Sources) {
  const { options, gateway, catalog, finance, minimums, health } = onchain
  const [regions, read, balances, payoutKey, billing, { fee }] = await Promise.all([
    health.enabledRegions(),
    ask(catalog.refresh()),
    // The catalog is the same for every business: only a read of money shows whether `businessId` belongs to the key.
    ask(readBalances(finance)),
    options.payoutApiKey === undefined ? null : ask(gateway.verifyPayoutKey()),
    ask(finance.billing.readRecent()),
    minimums.read(),
  ])
  const isUsable = isAnswer(read) && !(balances instanceof GatewayError)
  const codes = new Set(regions.length > 0 ? regions.map(({ currencyCode }) => currencyCode) : ["usd"])
  return {
    ...{ regions, catalog: read, balances, payoutKey, billing, fee },
    prices: await Promise.all(
      (isUsable ? [...codes] : []).map(async (code) => ({ code, found: await ask(onchain.priceRails(code)) }))
    ),
  }
}

/** The channel of the notifications in the dashboard. */
const FEED = "feed"

/** Whether messages to shoppers and operators can be sent. No money depends on it. */
async function readNotifications({ options, shopperMessages }: MessageParts) {
  const { channel, operators } = options.notifications
  const [hasProvider, hasFeed, hasOperators, stuck] = await Promise.all([
    channel === null ? false : shopperMessages.hasProvider(channel),
    shopperMessages.hasProvider(FEED),
    operators === null ? true : shopperMessages.hasProvider(operators.channel),
    shopperMessages.stuck(),
  ])
  return { channel, hasProvider, hasFeed, missingOperators: hasOperators ? null : operators?.channel, stuck }
}

/** What the first line of the log needs: nothing is called, so a currency without any source has no price, and no other is judged. */
export async function readFactsAtStart(onchain: MessageParts & Pick<Sources, "health">) {
  const regions = await onchain.health.enabledRegions()
  const uncovered = listUncoveredCurrencies(
    onchain.options,
    regions.map(({ currencyCode }) => currencyCode)
  )
  return {
    regions,
    prices: uncovered.map((code) => ({ code, found: { priced: [], unavailable: [] } })),
    notifications: await readNotifications(onchain),
  }
}

/** Currencies that no configured source can price. */
export function listUncoveredCurrencies(
  { rates }: Pick<OnchainOptions, "rates">,
  currencies: readonly string[]
): string[] {
  const known = currencies.map((code) => code.toLowerCase())
  return [...new Set(known)].filter((code) => !rates.sources.some((source) => mayCover(source, code)))
}

/** For other sources only an answer can tell. */
function mayCover(source: RateSourceOption, currencyCode: string): boolean {
  if (source.currencies && !source.currencies.includes(currencyCode)) return false
  if (source.kind === "fixed") return Object.keys(source.prices[currencyCode] ?? {}).length > 0
  return source.kind !== "kraken" || KRAKEN_CURRENCIES.includes(currencyCode)
}

/** Merges this process's own last webhooks with those of all processes: the later one counts. */
export function lastOfAll(
  { lastAcceptedAt, lastRejected }: WebhookCounts,
  { acceptedAt, rejected }: LastWebhooks
): LastWebhooks {
  const isOwn = lastRejected && (!rejected || lastRejected.at > rejected.at)
  return { acceptedAt: later(lastAcceptedAt, acceptedAt), rejected: isOwn ? lastRejected : rejected }
}

function later(a: Date | null, b: Date | null): Date | null {
  return a && (!b || a > b) ? a : b
}

/** Waits for every field. */
async function all<T extends Record<string, unknown>>(reads: T): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  const entries = Object.entries(reads).map(async ([name, read]) => [name, await read] as const)
  return Object.fromEntries(await Promise.all(entries)) as { [K in keyof T]: Awaited<T[K]> }
}
