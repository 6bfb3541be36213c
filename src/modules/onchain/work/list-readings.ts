import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { ListReport, ListGap } from "../../../gateway/client/pages"
import { ownRows, scopeColumns, type Scope } from "./scope"

/** A list of the service without a proven end. */
export type IncompleteList = {
  listName: string
  endpoint: string
  rowsRead: number
  gap: ListGap
  readAt: Date
  since: Date
}

type ReadingRow = {
  id: string
  endpoint: string
  rows_read: number
  gap: ListGap
  read_at: Date
  incomplete_since: Date | null
  deleted_at: Date | null
}

/** Complete readings are stored at most this often; a change at once. */
const QUIET_MS = 60_000

/** Remembers, for all processes, how reading each list of the service ended last. */
export class ListReadings {
  private readonly complete = new Map<string, number>()

  /** @param onError reports a failed write; no answer depends on it */
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly clock: () => number,
    private readonly onError: (error: unknown) => void
  ) {}

  readonly note = async ({ endpoint, listName, rowsRead, end }: ListReport): Promise<void> => {
    if (end.isComplete && this.clock() - (this.complete.get(listName) ?? -Infinity) < QUIET_MS) return
    const gap = end.isComplete ? null : end.gap
    try {
      await this.write({ endpoint, listName, rowsRead, gap })
      if (end.isComplete) this.complete.set(listName, this.clock())
      else this.complete.delete(listName)
    } catch (error) {
      this.onError(error)
    }
  }

  /** @param listNames every list when left out */
  async findIncomplete(listNames?: readonly string[]): Promise<IncompleteList[]> {
    const rows = await ownRows<ReadingRow>(this.knex, this.scope, "onchain_list_reading")
      .whereNotNull("gap")
      .modify((query) => {
        if (listNames) void query.whereIn("id", [...listNames])
      })
      .orderBy("id")
      .select("id", "endpoint", "rows_read", "gap", "read_at", "incomplete_since")
    return rows.map((row: ReadingRow) => ({
      listName: row.id,
      endpoint: row.endpoint,
      rowsRead: row.rows_read,
      gap: row.gap,
      readAt: row.read_at,
      since: row.incomplete_since ?? row.read_at,
    }))
  }

  private async write(reading: {
    endpoint: string
    listName: string
    rowsRead: number
    gap: ListGap | null
  }): Promise<void> {
    const { endpoint, listName, rowsRead, gap } = reading
    const { environment, business_id } = scopeColumns(this.scope)
    await this.knex.raw(
      `INSERT INTO onchain_list_reading (id, environment, business_id, endpoint, rows_read, gap, read_at, incomplete_since)
       VALUES (?, ?, ?, ?, ?, ?, now(), CASE WHEN ?::text IS NULL THEN NULL ELSE now() END)
       ON CONFLICT (id, environment, business_id) DO UPDATE SET rows_read = excluded.rows_read, gap = excluded.gap, read_at = now(), updated_at = now(),
         incomplete_since = CASE WHEN excluded.gap IS NULL THEN NULL
           ELSE COALESCE(onchain_list_reading.incomplete_since, now()) END`,
      [listName, environment, business_id, endpoint, rowsRead, gap, gap]
    )
  }
}
