import { createHash } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Assumptions } from "../assumptions"
import type { Network, Token } from "../contract/payments"
import {
  endpoints,
  resources,
  unwrapList,
  type AnswerOf,
  type Endpoint,
  type EndpointName,
} from "../contract/endpoints"
import { reportRow, statusToTheirs, type ReportUnreadable } from "../contract/readers"
import { ContractError, type WireRecord } from "../contract/wire"
import { GatewayError, problemOf, type AnswerProblem } from "./errors"
import { pageAddress, type CallInput } from "./http"
import type { ClientSettings } from "./call"
import { GAP_WORDS, ListWalk, PageSizes } from "./walk"
import type { Answer, ListEnd, ListGap, Listing, ListSource, Place } from "./walk"

export type Parse<T> = (record: WireRecord, assumptions: Assumptions, report?: ReportUnreadable) => T

/**
 * Sends a call and reads its answer.
 *
 * @param findProblem of an answer that is readable but was not requested
 * @throws GatewayError
 */
export type Send = <T>(
  name: EndpointName,
  input: CallInput,
  parse: (body: unknown) => T,
  findProblem?: (value: T) => AnswerProblem | null
) => Promise<T>

/** Reads each page when the caller consumes it; throws GatewayError while walked. */
type Walk = <N extends EndpointName>(name: N, filter?: Filter) => Listing<AnswerOf<N>>

type Filter = NonNullable<CallInput["query"]>

/** The lists of one client share what it learned about page sizes. */
export function createLists(settings: ClientSettings, send: Send): Walk {
  const { assumptions, onUnreadable: report, onListEnd } = settings
  const { list } = assumptions
  const sizes = new PageSizes(list)

  return async function* walk<N extends EndpointName>(name: N, filter: Filter = {}) {
    type T = AnswerOf<N>
    const parse = resources[endpoints[name].resource].parse as Parse<T>
    const { query: known = [], resource }: Endpoint = endpoints[name]
    const { status } = filter
    const isCounted = list.paging === "page" || list.paging === "offset"
    // The service may have several words for a status: each is a list of its own.
    const isKnown = status !== undefined && (resource === "invoice" || resource === "deposit")
    const words = isKnown ? statusToTheirs(resource, status, assumptions) : [status]
    let rowsRead = 0
    let gap: ListEnd | undefined
    for (const [n, word] of words.entries()) {
      const own = { ...filter, status: word }
      const source: ListSource<T> = {
        endpoint: name,
        listName: nameWithFilter(name, own),
        takesLimit: known.includes("limit"),
        isGrowing: known.includes("limit") || known.includes("status") || isCounted,
        // A list of deposits may have only those that wait.
        losesRows: status !== undefined || resource === "deposit",
        read: (place) => readPage(name, parse, requestFor(place, own)),
      }
      for await (const { rows, end } of new ListWalk(source, sizes).pages()) {
        rowsRead += rows.length
        if (end?.isComplete === false) gap ??= end
        const last = n < words.length - 1 || end === null ? null : (gap ?? end)
        const listName = nameWithFilter(name, filter)
        if (last !== null) await onListEnd?.({ endpoint: name, listName, rowsRead, end: last })
        yield { rows, end: last }
      }
    }
  }

  function readPage<T>(name: EndpointName, parse: Parse<T>, input: CallInput): Promise<Answer<T>> {
    const unread: ContractError[] = []
    return send(
      name,
      input,
      (body): Answer<T> => {
        const page = unwrapList(body, endpoints[name].resource, assumptions)
        const keys = page.items.map(keyOf)
        return {
          rows: page.items.map((row) => tryRow(() => parse(row, assumptions, report), unread, report)),
          ...{ keys, next: nextOf(page, name), total: page.total, hasNextField: page.hasNextField },
          fingerprint: digestOf([...keys].sort().join("\n")),
        }
      },
      ({ rows: { length } }) => {
        const [first] = unread
        // A page without a readable row: the list works, and is of no use.
        return first && length === unread.length ? { ...problemOf(first), isTolerated: true } : null
      }
    )
  }

  function nextOf({ nextCursor, nextLink }: ReturnType<typeof unwrapList>, name: EndpointName) {
    if (nextCursor !== undefined) return { cursor: nextCursor }
    if (nextLink === undefined) return undefined
    return pageAddress(name, nextLink, settings) === null ? "refused" : { link: nextLink }
  }

  function requestFor(place: Place, filter: Filter): CallInput {
    if ("link" in place) return { link: place.link }
    const limit = place.limit === undefined ? undefined : String(place.limit)
    if ("page" in place) return { query: { ...filter, limit, [list.pageParam]: String(place.page) } }
    if ("offset" in place) return { query: { ...filter, limit, [list.offsetParam]: String(place.offset) } }
    return { query: { ...filter, limit, [list.cursorParam]: place.cursor } }
  }
}

/** A row that cannot be read must not hide the others: it is reported, and the list counts as incomplete. */
function tryRow<T>(read: () => T, unread: ContractError[], report?: ReportUnreadable): T | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    reportRow(error, report)
    unread.push(error)
    return null
  }
}

/** A row without an identifier is its own key. Longer identifiers are shortened, because many are remembered. */
function keyOf(row: WireRecord): string {
  const { id } = row
  return typeof id === "string" && id.length <= 128 ? id : digestOf(JSON.stringify(id ?? row))
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64")
}

/** @example nameWithFilter("listInvoices", { status: "paid" }) // "listInvoices status=paid" */
function nameWithFilter(name: EndpointName, filter: Filter): string {
  const set = Object.entries(filter).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${value}`]
  )
  return [name, ...set].join(" ")
}

/** The rows of an incomplete list prove nothing about the missing ones. */
export type ListRead<T> =
  { isComplete: true; rows: T[] } | { isComplete: false; rowsSoFar: T[]; gap: ListGap }

/** Reads a list to its end. @throws GatewayError */
export async function readList<T>(listing: Listing<T>): Promise<ListRead<T>> {
  const rows: T[] = []
  for await (const page of listing) {
    rows.push(...page.rows)
    if (page.end === null) continue
    return page.end.isComplete
      ? { isComplete: true, rows }
      : { isComplete: false, rowsSoFar: rows, gap: page.end.gap }
  }
  return { isComplete: false, rowsSoFar: rows, gap: "page_full" }
}

/** Reads a list that is useless unless complete. @throws GatewayError LIST_INCOMPLETE when its end is not proven */
export async function collect<T>(listing: Listing<T>): Promise<T[]> {
  const read = await readList(listing)
  if (read.isComplete) return read.rows
  throw new GatewayError("list", {
    code: "LIST_INCOMPLETE",
    explanation: `the end of the list is not proven after ${read.rowsSoFar.length} rows: ${GAP_WORDS[read.gap]}`,
    outcome: "not_applied",
    isRetryable: false,
  })
}

/** Yields the rows of a list, complete or not. @throws GatewayError */
export async function* rowsOf<T>(listing: Listing<T>): AsyncGenerator<T, void, undefined> {
  for await (const { rows } of listing) yield* rows
}

/** `unknown`: an incomplete list without the row. */
export type Found<T> = { kind: "found"; row: T } | { kind: "absent" } | { kind: "unknown" }

/** Searches for a row, and stops at the first match. @throws GatewayError */
export async function findInList<T>(listing: Listing<T>, isWanted: (row: T) => boolean): Promise<Found<T>> {
  for await (const { rows, end } of listing) {
    const row = rows.find(isWanted)
    if (row !== undefined) return { kind: "found", row }
    if (end?.isComplete) return { kind: "absent" }
  }
  return { kind: "unknown" }
}

export type CatalogSnapshot = {
  networks: Network[]
  tokens: Token[]
  /** Both lists were read to their end: whatever they lack is not in the catalog. */
  isComplete: boolean
  fetchedAtMs: number
}

export type Catalog = {
  /** Returns the known catalog, refreshed when too old. @throws GatewayError when nothing usable is known */
  get(): Promise<CatalogSnapshot>
  /** Fetches now; concurrent callers share one request. @throws GatewayError */
  refresh(): Promise<CatalogSnapshot>
}

export type CatalogOptions = {
  gateway: { listNetworks(): Listing<Network>; listTokens(): Listing<Token> }
  /** An older snapshot is refreshed. @default 300_000 */
  maxAgeMs?: number
  /** Epoch milliseconds. @default Date.now */
  clock?: () => number
}

/**
 * Caches the catalog, which grows without notice and is never hardcoded.
 *
 * When a refresh fails, the last snapshot serves for up to ten times `maxAgeMs`: a shop can still show its
 * rails through a short outage, and opening an invoice checks them anyway.
 *
 * @example
 * const catalog = createCatalog({ gateway })
 * const usdc = findToken((await catalog.get()).tokens, { chain: "evm", networkId: "base-mainnet", token:
 * "USDC" })
 */
export function createCatalog({ gateway, maxAgeMs = 300_000, clock = Date.now }: CatalogOptions): Catalog {
  let snapshot: CatalogSnapshot | undefined
  let refreshing: Promise<CatalogSnapshot> | undefined

  const isUpTo = (known: CatalogSnapshot, ageMs: number) => clock() - known.fetchedAtMs <= ageMs

  async function fetchSnapshot(): Promise<CatalogSnapshot> {
    const [networks, tokens] = await Promise.all([
      readList(gateway.listNetworks()),
      readList(gateway.listTokens()),
    ])
    return (snapshot = {
      networks: networks.isComplete ? networks.rows : networks.rowsSoFar,
      tokens: tokens.isComplete ? tokens.rows : tokens.rowsSoFar,
      isComplete: networks.isComplete && tokens.isComplete,
      fetchedAtMs: clock(),
    })
  }

  function refresh(): Promise<CatalogSnapshot> {
    refreshing ??= fetchSnapshot().finally(() => (refreshing = undefined))
    return refreshing
  }

  return {
    refresh,
    get: async () => {
      const known = snapshot
      if (known && isUpTo(known, maxAgeMs)) return known
      try {
        return await refresh()
      } catch (error) {
        if (known && isUpTo(known, maxAgeMs * 10)) return known
        throw error
      }
    },
  }
}

/** After this a page is shown without the names of its networks. */
const NAMES_PATIENCE_MS = 1_000

export type NetworkNaming = (chain: string, networkId: string) => string

/** Names of networks, from a catalog that must not delay a page. */
export class NetworkNames {
  private known: CatalogSnapshot | undefined

  constructor(
    private readonly catalog: Pick<Catalog, "get">,
    private readonly patienceMs = NAMES_PATIENCE_MS
  ) {}

  /** @returns a function that names an unknown network by its identifier */
  async load(): Promise<NetworkNaming> {
    const read = this.catalog.get().then(
      (found) => void (this.known = found),
      // Names are not worth an error: the log has it, and the last known ones are used.
      () => undefined
    )
    await Promise.race([read, sleep(this.patienceMs, undefined, { ref: false })])
    const networks = this.known?.networks ?? []
    return (chain, networkId) =>
      networks.find((network) => network.chain === chain && network.networkId === networkId)?.name ??
      networkId
  }
}

/** A network that the service supports and the business lacks, with the symbols of its tokens. */
export type LackingNetwork = { network: Network; tokens: string[] }

/** Each costs a call. */
const MOST_LACKING = 10
/** Of a screen, so that the client's other calls do not wait behind it. */
const LACKING_AT_ONCE = 2

/**
 * Reads which supported networks the business lacks, at most once in `maxAgeMs`, also after a failure. Only for a screen: nothing is
 * offered from it.
 *
 * @returns a function that throws GatewayError
 * @see service-interface "Endpoints"
 */
export function createLackingNetworks({
  gateway,
  maxAgeMs = 300_000,
  clock = Date.now,
}: Omit<CatalogOptions, "gateway"> & {
  gateway: {
    listSupportedNetworks(): Listing<Network>
    listTokens(filter: { networkId: string }): Listing<Token>
  }
}): (active: readonly Network[]) => Promise<LackingNetwork[]> {
  let known: { lacking: Promise<LackingNetwork[]>; atMs: number } | undefined

  async function read(active: readonly Network[]): Promise<LackingNetwork[]> {
    const supported = await readList(gateway.listSupportedNetworks())
    const lacking = (supported.isComplete ? supported.rows : supported.rowsSoFar).filter(
      ({ chain, networkId }) => !active.some((one) => one.chain === chain && one.networkId === networkId)
    )
    const found: LackingNetwork[] = []
    const shown = lacking.slice(0, MOST_LACKING)
    for (let at = 0; at < shown.length; at += LACKING_AT_ONCE)
      found.push(...(await Promise.all(shown.slice(at, at + LACKING_AT_ONCE).map(withTokens))))
    return found
  }

  async function withTokens(network: Network): Promise<LackingNetwork> {
    const { networkId } = network
    const listed = await readList(gateway.listTokens({ networkId }))
    const rows = listed.isComplete ? listed.rows : listed.rowsSoFar
    const own = rows.filter((token) => token.networkId === networkId)
    return { network, tokens: [...new Set(own.map(({ token }) => token))] }
  }

  return (active) => {
    if (known && clock() - known.atMs <= maxAgeMs) return known.lacking
    known = { lacking: read(active), atMs: clock() }
    return known.lacking
  }
}
