import { z } from "zod"
import type { Assumptions } from "../../gateway/assumptions"
import type { Enveloped, ResourceKind, WireRecord } from "../../gateway/contract"
import { invalid, parseInput } from "../sandbox-error"
import type { World } from "../world"
import type { Reply } from "./reply"
import { toRecord, wrapList, wrapResource } from "./wire-writer"

export type Call = {
  world: World
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  /** As requested, without the query. */
  path: string
  body: unknown
}

/** @throws SandboxError to refuse the call */
export type Operation = (call: Call) => Reply

export function resourceReply(
  { assumptions }: World,
  kind: Enveloped,
  resource: WireRecord,
  status = 200
): Reply {
  return { status, body: wrapResource(toRecord(kind, resource, assumptions), kind, assumptions) }
}

/**
 * Used when the assumptions set no page size. Small on purpose: it exposes clients that read only the first
 * page.
 */
const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100

/** Rows in list order, each with a stable key. */
export type ListSource<T> = {
  kind: ResourceKind
  rows: readonly T[]
  keyOf: (row: T) => string
  isWanted?: (row: T) => boolean
  toContract: (row: T) => WireRecord
  /** Rows of a page without a `limit`, up to the largest page. @default 20, or as assumed */
  defaultSize?: number
}

/**
 * Answers with one page of a list, in the form of `assumptions.list.paging`.
 *
 * A cursor, and the link that carries it, names the last row of the previous page, so rows that appear or
 * leave shift no page; they do shift pages by number and by offset. A bare array names no next page.
 *
 * @throws SandboxError for an invalid limit, cursor, page number or offset
 */
export function listReply<T>(call: Pick<Call, "world" | "query" | "path">, source: ListSource<T>): Reply {
  const { world, query, path } = call
  const { list } = world.assumptions
  const limit = countIn(query, "limit", 1)
  const byDefault = source.defaultSize ?? list.defaultPageSize ?? DEFAULT_LIMIT
  const size = Math.min(limit ?? byDefault, list.maxPageSize ?? MAX_LIMIT)
  const isWanted = (row: T) => source.isWanted?.(row) ?? true
  const skipped = skippedBy(query, list, size)
  const rest = source.rows
    .slice(cursorIn(source, query, list))
    .filter(isWanted)
    .slice(skipped)
  const page = rest.slice(0, size)
  const last = page.at(-1)
  const nextCursor = last && page.length < rest.length ? source.keyOf(last) : undefined
  const next = new URLSearchParams({ ...query, [list.cursorParam]: nextCursor ?? "" })
  const body = wrapList(
    {
      items: page.map((row) => toRecord(source.kind, source.toContract(row), world.assumptions)),
      nextCursor,
      nextLink: nextCursor && `${path}?${next.toString()}`,
      total: source.rows.filter(isWanted).length,
    },
    source.kind,
    world.assumptions
  )
  return { status: 200, body }
}

/** Rows before the page, where pages are counted. */
function skippedBy(query: Call["query"], list: Assumptions["list"], size: number): number {
  const { paging, pageParam, firstPage, offsetParam } = list
  if (paging === "offset") return countIn(query, offsetParam, 0) ?? 0
  if (paging !== "page") return 0
  return ((countIn(query, pageParam, firstPage) ?? firstPage) - firstPage) * size
}

function countIn(query: Call["query"], name: string, least: number): number | undefined {
  const schema = z.object({ [name]: z.coerce.number().int().min(least).optional() })
  return parseInput(schema, { [name]: query[name] })[name]
}

/** Index of the first row behind the cursor. */
function cursorIn<T>({ rows, keyOf }: ListSource<T>, query: Call["query"], list: Assumptions["list"]) {
  const { paging, cursorParam } = list
  const hasCursors = paging === "auto" || paging === "cursor" || paging === "link"
  const cursor = hasCursors ? query[cursorParam] : undefined
  if (cursor === undefined) return 0
  const index = rows.findIndex((row) => keyOf(row) === cursor)
  if (index === -1) throw invalid({ field: "cursor", message: "is not a cursor of this list" })
  return index + 1
}
