import { createHash } from "node:crypto"
import type { Assumptions } from "../assumptions"
import type { ReportUnreadable } from "../contract/assumed-fields"
import { ContractError } from "../contract/contract-error"
import { endpoints, type Endpoint, type EndpointName } from "../contract/endpoints"
import { unwrapList, type ResourceKind, type WireRecord } from "../contract/envelope"
import { statusToTheirs } from "../contract/statuses"
import { createCaller } from "./caller"
import type { ClientSettings } from "./client-options"
import { GatewayError } from "./errors"
import { readReply, type Reply } from "./interpretation"
import { ListWalk, type Answer } from "./list-walk"
import { PageSizes } from "./page-sizes"
import type { ListEnd, Listing } from "./pages"
import { buildCall, type CallInput } from "./request"
import { createTransport } from "./transport"

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
      const isGrowing = takesLimit || known.includes("status")
      const listName = nameWithFilter(name, filter)
      const words = statusWords(resource, filter.status)
      let rowsRead = 0
      let gap: ListEnd | undefined
      for (const [n, status] of words.entries()) {
        const read = async (cursor: string | undefined, limit: number | undefined) => {
          const paging = { limit: limit === undefined ? undefined : String(limit) }
          const input = { query: { ...filter, status, ...paging, [assumptions.list.cursorParam]: cursor } }
          const { value } = await send(name, input, (body) => {
            const page = unwrapList(body, resource, assumptions)
            return toAnswer(page, (row) => readRow(() => parse(row, assumptions, report), report))
          })
          return value
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
