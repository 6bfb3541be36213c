import { createHash } from "node:crypto"
import type { Assumptions } from "../assumptions"
import type { ReportUnreadable } from "../contract/assumed-fields"
import { ContractError } from "../contract/contract-error"
import { endpoints, type Endpoint, type EndpointName } from "../contract/endpoints"
import { unwrapList, type ResourceKind, type WireRecord } from "../contract/envelope"
import { settingOf } from "../contract/setting-of-answer"
import { statusToTheirs } from "../contract/statuses"
import { createCaller } from "./caller"
import type { ClientSettings } from "./client-options"
import { GatewayError } from "./errors"
import { problemOf, readReply, unexpectedReply, type AnswerProblem, type Reply } from "./interpretation"
import { ListWalk, type Answer } from "./list-walk"
import { PageSizes } from "./page-sizes"
import type { ListEnd, Listing } from "./pages"
import { buildCall, type CallInput } from "./request"
import { createTransport } from "./transport"

export type Connection = {
  assumptions: Assumptions
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
    send,
    async *walk(name, parse, filter = {}) {
      const { query: known = [], resource }: Endpoint = endpoints[name]
      const takesLimit = known.includes("limit")
      const isGrowing = takesLimit || known.includes("status")
      const listName = nameWithFilter(name, filter)
      const words = statusWords(resource, filter.status)
      let rowsRead = 0
      let gap: ListEnd | undefined
      for (const [n, status] of words.entries()) {
        const read = async (cursor: string | undefined, limit: number | undefined) => {
          const paging = { limit: limit === undefined ? undefined : String(limit) }
          const input = { query: { ...filter, status, ...paging, [assumptions.list.cursorParam]: cursor } }
          const unread: ContractError[] = []
          const readRow = (row: WireRecord) => tryRow(() => parse(row, assumptions, report), report, unread)
          return send(
            name,
            input,
            (body) => toAnswer(unwrapList(body, resource, assumptions), readRow),
            ({ count }) => (count > 0 && count === unread.length ? problemOfRows(unread) : null)
          )
        }
        const own = nameWithFilter(name, { ...filter, status })
        const source = { endpoint: name, listName: own, takesLimit, isGrowing, read }
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

/** A page without a readable row: the list works, and is of no use. */
function problemOfRows([first]: readonly ContractError[]): AnswerProblem | null {
  return first === undefined ? null : { ...problemOf(first), isTolerated: true }
}

function toAnswer<T>(page: ReturnType<typeof unwrapList>, parse: (row: WireRecord) => T | null): Answer<T> {
  const keys = page.items.map(keyOf)
  const fingerprint = createHash("sha256")
    .update([...keys].sort().join("\n"))
    .digest("base64")
  const { nextCursor, hasCursorField, items } = page
  return { rows: items.map(parse), keys, count: items.length, nextCursor, hasCursorField, fingerprint }
}

/** A row without an identifier is its own key. */
function keyOf(row: WireRecord): string {
  const { id } = row
  return typeof id === "string" ? id : JSON.stringify(row)
}

/** @example nameWithFilter("listInvoices", { status: "paid" }) // "listInvoices status=paid" */
function nameWithFilter(name: EndpointName, filter: CallInput["query"] = {}): string {
  const set = Object.entries(filter).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${value}`]
  )
  return [name, ...set].join(" ")
}
