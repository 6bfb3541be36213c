import { createHash } from "node:crypto"
import type { Assumptions } from "../assumptions"
import type { ReportUnreadable } from "../contract/assumed-fields"
import { ContractError } from "../contract/contract-error"
import { endpoints, type Endpoint, type EndpointName } from "../contract/endpoints"
import { unwrapList, type ReadPage, type ResourceKind, type WireRecord } from "../contract/envelope"
import { settingOf } from "../contract/setting-of-answer"
import { statusToTheirs } from "../contract/statuses"
import { createCaller } from "./caller"
import type { ClientSettings } from "./client-options"
import { GatewayError } from "./errors"
import { problemOf, readReply, unexpectedReply, type AnswerProblem, type Reply } from "./interpretation"
import { ListWalk, type Place } from "./list-walk"
import { PageSizes, type NextPage } from "./page-sizes"
import type { ListEnd, Listing } from "./pages"
import { buildCall, pageAddress, type CallInput } from "./request"
import { createTransport } from "./transport"
import type { Answer } from "./walked-rows"

export type Connection = {
  assumptions: Assumptions
  report: ReportUnreadable
  /**
   * @param findProblem of an answer that can be read, and is not the one that was asked for
   * @throws GatewayError
   */
  send<T>(
    name: EndpointName,
    input: CallInput,
    parse: (body: unknown, assumptions: Assumptions, report: ReportUnreadable) => T,
    findProblem?: (value: T) => AnswerProblem | null
  ): Promise<T>
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

  const send: Connection["send"] = async (name, input, parse, findProblem = () => null) => {
    const request = buildCall(name, input, settings)
    const onCall = (error: GatewayError | null) => {
      if (input.payoutCheck === undefined) settings.onCall({ endpoint: name, error })
    }
    let reply: Reply | undefined
    try {
      reply = await call(request)
      const value = readReply(name, reply, (body) => parse(body, assumptions, report))
      const problem = findProblem(value)
      const error = problem && unexpectedReply(name, reply, problem)
      if (error && !problem?.isTolerated) throw error
      onCall(error)
      return value
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      onCall(error)
      // The caller has reported any other.
      if (reply !== undefined && error.isAccepted) await input.onAccepted?.()
      throw error
    }
  }

  return {
    assumptions,
    report,
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
          const unread: ContractError[] = []
          const readRow = (row: WireRecord) => tryRow(() => parse(row, assumptions, report), report, unread)
          return send(
            name,
            requestFor(place, { ...filter, status }, assumptions),
            (body) => {
              const page = unwrapList(body, resource, assumptions)
              return toAnswer(page, page.items.map(readRow), nextOf(page, name))
            },
            ({ count }) => (count > 0 && count === unread.length ? problemOfRows(unread) : null)
          )
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
function tryRow<T>(read: () => T, report: ReportUnreadable, unread: ContractError[]): T | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    const { resource, fields } = error
    report({ resource, field: `${fields[0] ?? "(root)"} (whole row)`, setting: settingOf(resource, fields) })
    unread.push(error)
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

/** A page without a readable row: the list works, and is of no use. */
function problemOfRows([first]: readonly ContractError[]): AnswerProblem | null {
  return first === undefined ? null : { ...problemOf(first), isTolerated: true }
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
