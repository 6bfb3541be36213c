import { createHash } from "node:crypto"
import type { Assumptions } from "../assumptions"
import type { ReportUnreadable } from "../contract/assumed-fields"
import { ContractError } from "../contract/contract-error"
import { endpoints, type Endpoint, type EndpointName } from "../contract/endpoints"
import { unwrapList, type ReadPage, type ResourceKind, type WireRecord } from "../contract/envelope"
import { statusToTheirs } from "../contract/statuses"
import { createCaller } from "./caller"
import type { ClientSettings } from "./client-options"
import { GatewayError } from "./errors"
import { readReply, type Reply } from "./interpretation"
import { ListWalk, type Place } from "./list-walk"
import { PageSizes, type NextPage } from "./page-sizes"
import type { ListEnd, Listing } from "./pages"
import { buildCall, pageAddress, type CallInput } from "./request"
import { createTransport } from "./transport"
import type { Answer } from "./walked-rows"

/** A parsed answer with its reply, so that a failed check can name the request. */
export type Answered<T> = { value: T; reply: Reply }

export type Connection = {
  assumptions: Assumptions
  /** @throws GatewayError */
  send<T>(
    name: EndpointName,
    input: CallInput,
    parse: (body: unknown, assumptions: Assumptions, report: ReportUnreadable) => T
  ): Promise<Answered<T>>
  /** Reads a page when the caller consumes it; throws GatewayError while walked. */
  walk<T>(
    name: EndpointName,
    parse: (row: WireRecord, assumptions: Assumptions, report: ReportUnreadable) => T,
    filter?: CallInput["query"]
  ): Listing<T>
}

/** Calls of one connection share its rate limit and what it learned about page sizes. */
export function createConnection(settings: ClientSettings): Connection {
  const { assumptions, onUnreadable: report, onListEnd } = settings
  const { retryHeaders } = assumptions.rateLimit
  const call = createCaller({ ...settings, retryHeaders, transport: createTransport(settings) })
  const sizes = new PageSizes(assumptions.list)

  const send: Connection["send"] = async (name, input, parse) => {
    const reply = await call(buildCall(name, input, settings))
    try {
      return { value: readReply(name, reply, (body) => parse(body, assumptions, report)), reply }
    } catch (error) {
      if (error instanceof GatewayError && error.isAccepted) await input.onAccepted?.()
      throw error
    }
  }

  return {
    assumptions,
    send,
    async *walk(name, parse, filter = {}) {
      const { query: known = [], resource }: Endpoint = endpoints[name]
      const takesLimit = known.includes("limit")
      const { paging, firstPage } = assumptions.list
      const isCounted = paging === "page" || paging === "offset"
      const isGrowing = takesLimit || known.includes("status") || isCounted
      // A list of deposits may have only those that wait.
      const losesRows = filter.status !== undefined || resource === "deposit"
      const listName = nameWithFilter(name, filter)
      const words = statusWords(resource, filter.status)
      let rowsRead = 0
      let gap: ListEnd | undefined
      for (const [n, status] of words.entries()) {
        const read = async (place: Place) => {
          const { value } = await send(
            name,
            requestFor(place, { ...filter, status }, assumptions),
            (body) => {
              const page = unwrapList(body, resource, assumptions)
              const rows = page.items.map((row) => readRow(() => parse(row, assumptions, report), report))
              return toAnswer(page, rows, nextOf(page, name))
            }
          )
          return value
        }
        const own = nameWithFilter(name, { ...filter, status })
        const source = { endpoint: name, listName: own, takesLimit, isGrowing, losesRows, firstPage, read }
        for await (const { rows, end } of new ListWalk(source, sizes).pages()) {
          rowsRead += rows.length
          if (end?.isComplete === false) gap ??= end
          const last = n < words.length - 1 || end === null ? null : (gap ?? end)
          if (last !== null) await onListEnd({ endpoint: name, listName, rowsRead, end: last })
          yield { rows, end: last }
        }
      }
    },
  }

  function nextOf({ nextCursor, nextLink }: ReadPage, name: EndpointName): NextPage | undefined {
    if (nextCursor !== undefined) return { cursor: nextCursor }
    if (nextLink === undefined) return undefined
    return pageAddress(name, nextLink, settings) === null ? "refused" : { link: nextLink }
  }

  /** The service may have several words for a status: each is a list of its own. */
  function statusWords(resource: ResourceKind, status: string | undefined): readonly (string | undefined)[] {
    const isKnown = status !== undefined && (resource === "invoice" || resource === "deposit")
    return isKnown ? statusToTheirs(resource, status, assumptions) : [status]
  }
}

/** An undocumented row must not hide the others: it is reported, and the list counts as incomplete. */
function readRow<T>(read: () => T, report: ReportUnreadable): T | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    const [field = "(root)"] = error.problems[0]?.split(":") ?? []
    report({ resource: error.resource, field: `${field} (whole row)`, setting: null })
    return null
  }
}

function requestFor(place: Place, filter: NonNullable<CallInput["query"]>, { list }: Assumptions): CallInput {
  if ("link" in place) return { link: place.link }
  const limit = place.limit === undefined ? undefined : String(place.limit)
  return { query: { ...filter, limit, ...positionIn(place, list) } }
}

function positionIn(place: Exclude<Place, { link: string }>, list: Assumptions["list"]) {
  if ("page" in place) return { [list.pageParam]: String(place.page) }
  if ("offset" in place) return { [list.offsetParam]: String(place.offset) }
  return { [list.cursorParam]: place.cursor }
}

function toAnswer<T>(page: ReadPage, rows: (T | null)[], next: NextPage | undefined): Answer<T> {
  const keys = page.items.map(keyOf)
  const { total, hasCursorField, hasLinkField } = page
  const fingerprint = digestOf([...keys].sort().join("\n"))
  return {
    rows,
    keys,
    total,
    next,
    fingerprint,
    count: rows.length,
    hasNextField: hasCursorField || hasLinkField,
  }
}

/** A row without an identifier is its own key. */
function keyOf(row: WireRecord): string {
  const { id } = row
  return typeof id === "string" && id.length <= LONGEST_KEY ? id : digestOf(JSON.stringify(id ?? row))
}

/** Longer identifiers are shortened, because many are remembered. */
const LONGEST_KEY = 128

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64")
}

/** @example nameWithFilter("listInvoices", { status: "paid" }) // "listInvoices status=paid" */
function nameWithFilter(name: EndpointName, filter: CallInput["query"] = {}): string {
  const set = Object.entries(filter).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${value}`]
  )
  return [name, ...set].join(" ")
}
