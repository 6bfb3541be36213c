import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Client } from "@medusajs/framework/pg"
import { randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import { PAGE_CHANNEL } from "./payment-status"

/** Fingerprint of all rows behind a page: it changes when any of them is written. */
export type CheckoutMark = { collection_id: string; mark: string }

/** By the database's clock. A transaction that takes longer to commit is found when its collection is compared in turn. */
const RECENTLY = "now() - interval '10 seconds'"

/** Row version: the id of the transaction that wrote it. */
const rowsOf = (rows: string, version: string, order: string) =>
  `(SELECT string_agg(${version}, ',' ORDER BY ${order}) FROM ${rows})`

const ofPayments = (joined: string, version: string, order: string) =>
  rowsOf(
    `onchain_payment AS p ${joined} WHERE p.collection_id = seen.collection_id AND p.deleted_at IS NULL`,
    version,
    order
  )

/**
 * The rows behind a collection's page: ours, with money that the service has for them, the owner of the cart or order, and the
 * amount due. An expiring link changes the mark without a write.
 */
const MARK = `md5(concat_ws(';',
  ${ofPayments(
    "LEFT JOIN onchain_attempt AS a ON a.payment_id = p.id AND a.deleted_at IS NULL",
    "concat(p.xmin, '.', a.xmin)",
    "p.id, a.id"
  )},
  ${ofPayments(
    "JOIN onchain_payment_claim AS claim ON claim.payment_id = p.id AND claim.deleted_at IS NULL",
    "claim.xmin::text",
    "claim.id"
  )},
  ${ofPayments("JOIN onchain_deposit AS d ON d.payment_id = p.id AND d.deleted_at IS NULL", "d.xmin::text", "p.id, d.id")},
  ${ofPayments(
    "JOIN onchain_deposit AS d ON d.customer_id = p.customer_id AND d.payment_id IS NULL AND d.deleted_at IS NULL",
    "d.xmin::text",
    "p.id, d.id"
  )},
  ${ofPayments(
    `JOIN onchain_attempt AS a ON a.payment_id = p.id AND a.deleted_at IS NULL
       JOIN onchain_transaction AS t ON t.reference = a.gateway_invoice_id AND t.status = 'review_required' AND t.deleted_at IS NULL`,
    "t.xmin::text",
    "p.id, a.id, t.id"
  )},
  ${rowsOf(
    `onchain_page_link AS link WHERE link.collection_id = seen.collection_id AND link.deleted_at IS NULL
       AND link.revoked_at IS NULL AND link.expires_at > now()`,
    "link.id",
    "link.id"
  )},
  ${rowsOf(
    `order_payment_collection AS l JOIN "order" AS o ON o.id = l.order_id
       LEFT JOIN order_summary AS s ON s.order_id = o.id AND s.deleted_at IS NULL
       WHERE l.payment_collection_id = seen.collection_id AND l.deleted_at IS NULL`,
    "concat(l.xmin, '.', o.xmin, '.', s.xmin)",
    "o.id, s.id"
  )},
  ${rowsOf(
    `cart_payment_collection AS l JOIN cart AS c ON c.id = l.cart_id
       WHERE l.payment_collection_id = seen.collection_id AND l.deleted_at IS NULL`,
    "concat(l.xmin, '.', c.xmin)",
    "c.id"
  )}
))`

/** Finds changes behind all payment pages in one read-only statement. @see ADR 0065 */
export class CheckoutMarks {
  constructor(private readonly knex: Knex) {}

  /** @returns undefined for an unknown link. Does not check whether the link is still valid. */
  async ofLink(tokenHash: string): Promise<CheckoutMark | undefined> {
    const { rows } = await this.knex.raw(
      `SELECT seen.collection_id, ${MARK} AS mark FROM onchain_page_link AS seen
       WHERE seen.token_hash = ? AND seen.deleted_at IS NULL`,
      [tokenHash]
    )
    return rows[0]
  }

  async ofCollections(collectionIds: readonly string[]): Promise<CheckoutMark[]> {
    const { rows } = await this.knex.raw(
      `SELECT seen.collection_id, ${MARK} AS mark FROM unnest(?::text[]) AS seen(collection_id)`,
      [[...collectionIds]]
    )
    return rows
  }

  /**
   * Reads the marks of collections with a recently written payment, and of the given ones. The cost does not depend on the
   * number of open pages.
   *
   * @param compared collections to compare in this turn, written or not
   */
  async read(compared: readonly string[]): Promise<CheckoutMark[]> {
    const { rows } = await this.knex.raw(
      `WITH seen AS (
         SELECT collection_id FROM onchain_payment WHERE updated_at > ${RECENTLY} AND deleted_at IS NULL
         UNION SELECT p.collection_id FROM onchain_attempt AS a JOIN onchain_payment AS p ON p.id = a.payment_id
           WHERE a.updated_at > ${RECENTLY} AND a.deleted_at IS NULL
         UNION SELECT p.collection_id FROM onchain_payment_claim AS claim JOIN onchain_payment AS p ON p.id = claim.payment_id
           WHERE claim.created_at > ${RECENTLY} AND claim.deleted_at IS NULL
         UNION SELECT collection_id FROM onchain_page_link WHERE revoked_at > ${RECENTLY} AND deleted_at IS NULL
         UNION SELECT unnest(?::text[])
       )
       SELECT collection_id, ${MARK} AS mark FROM seen WHERE collection_id IS NOT NULL`,
      [[...compared]]
    )
    return rows
  }
}

/** The types of pg lack `unref`. */
type RawConnection = Client & { unref(): void }

/** Before the random id of a listening process. */
const PROBE = "probe:"
/** What a notification to oneself takes at most. The pool may be busy. */
const PROBE_TIMEOUT_MS = 5_000
const PROBE_PAUSE_MS = 60_000
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 60_000

/**
 * Reports the collections whose payments any process writes, as soon as they are committed, over one connection beside the pool.
 *
 * Nothing depends on it: a pooler in transaction mode swallows notifications, and a connection breaks. So it notifies itself at the
 * start and every minute, through the pool as a writer does, and is live only while that arrives.
 */
export class PageNotices {
  /** The connection over which the last probe arrived. */
  private live: RawConnection | undefined

  /** @param onError called once when notifications end or do not begin */
  constructor(
    private readonly knex: Knex,
    private readonly onError: (error: unknown) => void,
    private readonly times = { probePauseMs: PROBE_PAUSE_MS, probeTimeoutMs: PROBE_TIMEOUT_MS }
  ) {}

  get isLive(): boolean {
    return this.live !== undefined
  }

  /** @returns stops it */
  start(onNotice: (collectionId: string) => void): () => void {
    const stopping = new AbortController()
    void this.run(onNotice, stopping.signal)
    return () => stopping.abort()
  }

  private async run(onNotice: (collectionId: string) => void, signal: AbortSignal): Promise<void> {
    let retries = 0
    const onLive = () => (retries = 0)
    while (!signal.aborted) {
      const error = await this.listen({ onNotice, onLive }, signal).catch((reason: unknown) => reason)
      if (signal.aborted) return
      if (retries === 0) this.onError(error)
      const pauseMs = Math.min(FIRST_RETRY_MS * 2 ** retries++, LONGEST_RETRY_MS)
      await delay(pauseMs * (0.5 + Math.random() / 2), undefined, { ref: false, signal }).catch(
        () => undefined
      )
    }
  }

  /** Ends with the error of the connection, of a probe, or of the signal. */
  private async listen(
    on: { onNotice: (collectionId: string) => void; onLive: () => void },
    signal: AbortSignal
  ): Promise<never> {
    const raw: { acquireRawConnection(): Promise<RawConnection> } = this.knex.client
    const connection = await raw.acquireRawConnection()
    let stop = () => {}
    // The listeners stay: an error of a connection that nobody listens to would end the process.
    const ended = new Promise<never>((_, reject) => {
      stop = () => reject(new Error("stopped"))
      connection.on("error", reject).on("end", () => reject(new Error("the connection ended")))
    })
    signal.addEventListener("abort", stop)
    if (signal.aborted) stop()
    const until = <T>(other: Promise<T>) => Promise.race([other, ended])
    try {
      connection.unref()
      const probe = `${PROBE}${randomUUID()}`
      let onProbe = () => {}
      connection.on("notification", ({ payload = "" }) => {
        if (payload === probe) onProbe()
        else if (!payload.startsWith(PROBE)) on.onNotice(payload)
      })
      await until(connection.query(`LISTEN ${PAGE_CHANNEL}`))
      for (;;) {
        const arrived = new Promise<void>((resolve) => (onProbe = resolve))
        const sent = this.knex.raw("SELECT pg_notify(?, ?)", [PAGE_CHANNEL, probe])
        const isInTime = Promise.all([sent, arrived]).then(() => true)
        const isLate = delay(this.times.probeTimeoutMs, false, { ref: false })
        if (!(await until(Promise.race([isInTime, isLate]))))
          throw new Error("notifications of Postgres do not arrive, as behind a pooler in transaction mode")
        this.live = connection
        on.onLive()
        await until(delay(this.times.probePauseMs, undefined, { ref: false }))
      }
    } finally {
      signal.removeEventListener("abort", stop)
      if (this.live === connection) this.live = undefined
      void connection.end().catch(() => undefined)
    }
  }
}

/** Limits open payment page streams per process and per client IP address. */
export class WatcherLimit {
  /** Open streams, for the health page and tests. */
  open = 0
  private readonly ofClient = new Map<string, number>()

  constructor(private readonly most: { watchersPerProcess: number; watchersPerAddress: number }) {}

  /**
   * Reserves a stream.
   *
   * @param client from `OpeningLimit.clientOf`; null for a trusted address, which only the process limit applies to
   * @returns a function that releases the stream, or the limit that was reached
   */
  enter(client: string | null): (() => void) | "process_full" | "client_full" {
    if (this.open >= this.most.watchersPerProcess) return "process_full"
    const known = client === null ? 0 : (this.ofClient.get(client) ?? 0)
    if (known >= this.most.watchersPerAddress) return "client_full"
    this.open++
    if (client !== null) this.ofClient.set(client, known + 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      this.open--
      if (client === null) return
      const left = (this.ofClient.get(client) ?? 0) - 1
      if (left > 0) this.ofClient.set(client, left)
      else this.ofClient.delete(client)
    }
  }
}
