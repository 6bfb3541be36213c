import type { Assumptions } from "../assumptions"
import type { ReportUnreadable } from "../contract/assumed-fields"
import { endpoints, type Endpoint, type EndpointName } from "../contract/endpoints"
import { unwrapList, type WireRecord } from "../contract/resource"
import { createCaller } from "./caller"
import type { ClientSettings } from "./client-options"
import type { Reply } from "./interpretation"
import { walkPages } from "./pages"
import { readReply } from "./parsing"
import { buildCall, type CallInput } from "./request"
import { createTransport } from "./transport"

/** An answer that was read, with the reply it came from: a check that fails says which one. */
export type Answered<T> = { value: T; reply: Reply }

/** What the methods of the client are made of: one call, or a walk over the pages of a list. */
export type Connection = {
  assumptions: Assumptions
  /** @throws GatewayError */
  send<T>(
    name: EndpointName,
    input: CallInput,
    parse: (body: unknown, assumptions: Assumptions, report: ReportUnreadable) => T
  ): Promise<Answered<T>>
  /** Reads the next page when its first row is asked for; throws GatewayError while it is walked. */
  walk<T>(
    name: EndpointName,
    parse: (row: WireRecord, assumptions: Assumptions, report: ReportUnreadable) => T,
    filter?: CallInput["query"]
  ): AsyncIterable<T>
}

/** Calls of one connection share its rate limit. */
export function createConnection(settings: ClientSettings): Connection {
  const { assumptions, onUnreadable: report } = settings
  const { retryHeaders } = assumptions.rateLimit
  const call = createCaller({ ...settings, retryHeaders, transport: createTransport(settings) })

  const send: Connection["send"] = async (name, input, parse) => {
    const reply = await call(buildCall(name, input, settings))
    return { value: readReply(name, reply, (body) => parse(body, assumptions, report)), reply }
  }

  return {
    assumptions,
    send,
    walk: (name, parse, filter) => {
      const query = { ...filter, ...pageSizeOf(name, assumptions) }
      return walkPages(name, async (cursor) => {
        const input = { query: { ...query, [assumptions.list.cursorParam]: cursor } }
        const { value } = await send(name, input, (body) => {
          const { items, nextCursor } = unwrapList(body, name, assumptions)
          return { items: items.map((row) => parse(row, assumptions, report)), nextCursor }
        })
        return value
      })
    },
  }
}

/** How many rows a page holds is only asked for where the document has a parameter for it. */
function pageSizeOf(name: EndpointName, { list }: Assumptions): CallInput["query"] {
  const { query }: Endpoint = endpoints[name]
  return query?.includes("limit") ? { limit: String(list.pageSize) } : {}
}
