import { randomUUID } from "node:crypto"
import { MedusaModule } from "@medusajs/framework/modules-sdk"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { GOODBYE_MS, inTime } from "./take-due"

const PROCESS = "process:"
const BEAT_MS = 30_000
/** A killed process counts this long; one that stops in order deletes its row. */
const ALIVE = "interval '2 minutes'"
const FORGOTTEN = "interval '1 hour'"

/** Records that this process lives, and counts the others on the same database. */
export class ProcessWatch {
  private readonly id = `${PROCESS}${randomUUID()}`
  private timer: NodeJS.Timeout | undefined
  private lastBeat: Promise<void> = Promise.resolve()

  /** @param onError reports a failed beat; nothing else depends on it */
  constructor(
    private readonly knex: Knex,
    private readonly onError: (error: unknown) => void
  ) {}

  async start(): Promise<void> {
    if (this.timer) return
    this.timer = setInterval(() => void this.beat(), BEAT_MS).unref()
    await this.beat()
  }

  async stop(): Promise<void> {
    clearInterval(this.timer)
    this.timer = undefined
    const forget = async () => {
      await this.lastBeat
      await this.knex("onchain_signal").where({ id: this.id }).delete()
    }
    await inTime(forget().catch(this.onError), GOODBYE_MS)
  }

  /**
   * How many other processes live. One that has been silent since this one began was there before it, such as
   * the one that a restart replaced.
   */
  async countOthers(): Promise<number> {
    const { rows } = await this.knex.raw(
      `SELECT count(*)::int AS count FROM onchain_signal AS other JOIN onchain_signal AS own ON own.id = ?
       WHERE starts_with(other.id, ?) AND other.id <> own.id
         AND other.seen_at > now() - ${ALIVE} AND other.seen_at > own.created_at`,
      [this.id, PROCESS]
    )
    return rows[0].count
  }

  private beat(): Promise<void> {
    this.lastBeat = this.write().catch(this.onError)
    return this.lastBeat
  }

  private async write(): Promise<void> {
    await this.knex.raw(
      `INSERT INTO onchain_signal (id, seen_at, created_at) VALUES (?, now(), now())
       ON CONFLICT (id) DO UPDATE SET seen_at = now(), updated_at = now()`,
      [this.id]
    )
    await this.knex.raw(
      `DELETE FROM onchain_signal WHERE starts_with(id, ?) AND seen_at < now() - ${FORGOTTEN}`,
      [PROCESS]
    )
  }
}

/** What each process keeps in its own memory, in the words of the configuration. */
export type OwnMemory = "locks" | "events" | "workflows"

/** Medusa's own name of its default provider of locks. */
const withDefault = z.object({ defaultProviderId: z.string() })

/**
 * Finds which of Medusa's modules keep to the memory of their process.
 *
 * @param locking the locking module, which names its default provider only in a field
 */
export function findOwnMemory(locking: unknown, resolutionOf = resolutionPath): OwnMemory[] {
  const provider = withDefault.safeParse(locking).data?.defaultProviderId
  const found: OwnMemory[] = provider === "in-memory" ? ["locks"] : []
  if (/event-bus-local/.test(resolutionOf(Modules.EVENT_BUS))) found.push("events")
  if (/workflow-engine-inmemory/.test(resolutionOf(Modules.WORKFLOW_ENGINE))) found.push("workflows")
  return found
}

function resolutionPath(key: string): string {
  const path = MedusaModule.getModuleResolutions(key)?.resolutionPath
  return typeof path === "string" ? path : ""
}

type ProcessFinding = { id: "processes"; status: "error"; message: string }

/** Judges processes that share a database but not what they have to share. */
export function describeProcesses(others: number, own: readonly OwnMemory[]): ProcessFinding[] {
  if (others === 0 || own.length === 0) return []
  const message =
    `${others + 1} processes use this database, and each has its own ${own.join(", ")}, in memory: one does not see what another ` +
    `holds, so one payment can be processed twice. Configure Redis for locks, events and workflows in every process ` +
    `(docs/operations/production.md), or run one process. A process that was killed counts for two minutes more.`
  return [{ id: "processes", status: "error", message }]
}
