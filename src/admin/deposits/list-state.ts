import type { OnchainDepositState } from "../../types/http"
import type { DepositQuery } from "../hooks/use-deposits"

export const PAGE_SIZE = 20

/** Filters by name; each holds what its control gives: several values or one text. */
export type DepositFilters = {
  state?: string[]
  assignment_status?: string[]
  network_id?: string
  token?: string
  customer_id?: string
}

/** What the list shows. */
export type ListState = {
  filters: DepositFilters
  search: string
  order: { id: string; desc: boolean }
  pageIndex: number
}

/** What the list shows first: deposits that somebody has to do something about. */
export const WAITING: OnchainDepositState[] = ["in_review", "acting"]

const SEVERAL = ["state", "assignment_status"] as const
const SINGLE = ["network_id", "token", "customer_id"] as const
/** Stands in the address for "any state", where nothing stands for {@link WAITING}. */
const ANY = "any"
const NEWEST_FIRST = "-observed_at"

const split = (text: string) => text.split(",").filter((part) => part !== "")

/** Reads the list's state from the address of the page. Nonsense in it counts as absent. */
export function readListState(params: URLSearchParams): ListState {
  const filters: DepositFilters = {}
  for (const name of SEVERAL) {
    const value = params.get(name)
    if (value !== null) filters[name] = split(value)
  }
  for (const name of SINGLE) {
    const value = params.get(name)
    if (value !== null) filters[name] = value
  }
  if (!params.has("state")) filters.state = [...WAITING]
  else if (params.get("state") === ANY) delete filters.state
  const order = params.get("order") ?? NEWEST_FIRST
  const page = Number(params.get("page") ?? "1")
  return {
    filters,
    search: params.get("q") ?? "",
    order: { id: order.replace(/^-/, ""), desc: order.startsWith("-") },
    pageIndex: Number.isSafeInteger(page) && page > 0 ? page - 1 : 0,
  }
}

/**
 * Writes the list's state into the address of the page, leaving out what goes without saying. A filter that was
 * added and has no value yet stays, or its control would vanish.
 */
export function writeListState(current: URLSearchParams, state: ListState): URLSearchParams {
  const params = new URLSearchParams(current)
  const set = (name: string, value: string | undefined) =>
    value === undefined ? params.delete(name) : params.set(name, value)
  for (const name of SEVERAL) set(name, state.filters[name]?.join(","))
  for (const name of SINGLE) set(name, state.filters[name])
  if (!state.filters.state) params.set("state", ANY)
  else if (isWaitingOnly(state.filters)) params.delete("state")
  const order = orderText(state)
  set("q", state.search || undefined)
  set("order", order === NEWEST_FIRST ? undefined : order)
  set("page", state.pageIndex > 0 ? String(state.pageIndex + 1) : undefined)
  return params
}

/** Reads what the filter bar hands over. */
export function toFilters(given: Record<string, unknown>): DepositFilters {
  const filters: DepositFilters = {}
  for (const name of SEVERAL) {
    const value = given[name]
    if (Array.isArray(value)) filters[name] = value.filter((part) => typeof part === "string")
  }
  for (const name of SINGLE) {
    const value = given[name]
    if (name in given) filters[name] = typeof value === "string" ? value : ""
  }
  return filters
}

/** Whether the list asks for exactly the states it shows at first. */
export function isWaitingOnly({ state = [] }: DepositFilters): boolean {
  return state.length === WAITING.length && WAITING.every((name) => state.includes(name))
}

/** The query that the state stands for. Filters without a value are left out. */
export function toDepositQuery({ filters, search, order, pageIndex }: ListState): DepositQuery {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value.length > 0)
  return {
    ...Object.fromEntries(given),
    ...(search ? { q: search } : {}),
    order: orderText({ order }),
    limit: PAGE_SIZE,
    offset: pageIndex * PAGE_SIZE,
  }
}

function orderText({ order }: Pick<ListState, "order">): string {
  return `${order.desc ? "-" : ""}${order.id}`
}
