import { z } from "zod"
import { wrapList, type WireRecord } from "../../gateway/contract"
import { invalid, parseInput } from "../sandbox-error"
import type { Call } from "./operation"
import type { Reply } from "./reply"

/** Page sizes where the assumptions name none. Small on purpose, so that a client that reads one page is found out. */
const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100

const limitSchema = z.coerce.number().int().min(1).optional()

/** Rows of a list with a key each that stays with its row, in the order in which they are listed. */
export type ListSource<T> = {
  rows: readonly T[]
  keyOf: (row: T) => string
  isWanted?: (row: T) => boolean
  toWire: (row: T) => WireRecord
}

/**
 * Answers with one page of a list.
 *
 * The cursor names the last row of the page before, so that rows which come or leave the filter in the
 * meantime move no page. Where the assumptions have bare arrays no page names another, however many rows follow.
 *
 * @throws SandboxError for a limit that is no number or a cursor we did not give
 */
export function listReply<T>({ world, query }: Pick<Call, "world" | "query">, source: ListSource<T>): Reply {
  const { assumptions } = world
  const { defaultPageSize, maxPageSize } = assumptions.list
  const { limit } = parseInput(z.object({ limit: limitSchema }), { limit: query["limit"] })
  const size = Math.min(limit ?? defaultPageSize ?? DEFAULT_LIMIT, maxPageSize ?? MAX_LIMIT)
  const after = startOf(source, query[assumptions.list.cursorParam])
  const wanted = source.rows.slice(after).filter((row) => source.isWanted?.(row) ?? true)
  const page = wanted.slice(0, size)
  const last = page.at(-1)
  const nextCursor = last && page.length < wanted.length ? source.keyOf(last) : undefined
  return { status: 200, body: wrapList({ items: page.map(source.toWire), nextCursor }, assumptions) }
}

function startOf<T>({ rows, keyOf }: ListSource<T>, cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const index = rows.findIndex((row) => keyOf(row) === cursor)
  if (index === -1) throw invalid({ field: "cursor", message: "is not a cursor of this list" })
  return index + 1
}
