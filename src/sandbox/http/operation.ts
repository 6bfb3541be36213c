import { z } from "zod"
import {
  wrapList,
  wrapResource,
  type Enveloped,
  type ResourceKind,
  type WireRecord,
} from "../../gateway/contract"
import { invalid, parseInput } from "../sandbox-error"
import type { World } from "../world"
import type { Reply } from "./reply"

/** An authenticated call. */
export type Call = {
  world: World
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  body: unknown
}

/** @throws SandboxError to refuse the call */
export type Operation = (call: Call) => Reply

export function resourceReply(
  { assumptions }: World,
  kind: Enveloped,
  record: WireRecord,
  status = 200
): Reply {
  return { status, body: wrapResource(record, kind, assumptions) }
}

/**
 * Used when the assumptions set no page size. Small on purpose: it exposes clients that read only the first
 * page.
 */
const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100

const limitSchema = z.coerce.number().int().min(1).optional()

/** Rows in list order, each with a stable key. */
export type ListSource<T> = {
  kind: ResourceKind
  rows: readonly T[]
  keyOf: (row: T) => string
  isWanted?: (row: T) => boolean
  toWire: (row: T) => WireRecord
}

/**
 * Answers with one page of a list.
 *
 * The cursor names the last row of the previous page, so rows that appear or leave shift no page. Bare arrays
 * have no cursor, however many rows follow.
 *
 * @throws SandboxError for an invalid limit or cursor
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
  return {
    status: 200,
    body: wrapList({ items: page.map(source.toWire), nextCursor }, source.kind, assumptions),
  }
}

function startOf<T>({ rows, keyOf }: ListSource<T>, cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const index = rows.findIndex((row) => keyOf(row) === cursor)
  if (index === -1) throw invalid({ field: "cursor", message: "is not a cursor of this list" })
  return index + 1
}
