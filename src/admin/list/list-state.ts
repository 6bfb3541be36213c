/** What can be asked of a list: its filters, which of them it has at first, and its order. */
export type ListShape = {
  /** Filters with several values. */
  several: readonly string[]
  /** Filters with one. */
  single: readonly string[]
  /** Filters that are a day, `YYYY-MM-DD`. */
  days?: readonly string[]
  /** What the list shows when nothing is said. */
  initial: { name: string; value: string | readonly string[] } | null
  /** Order when nothing is said, such as `-observed_at` for the newest first. */
  order: string
}

/** Filters by name; each holds what its control gives: several values or one text. */
export type Filters = Record<string, string | string[]>

/** What a list shows. */
export type ListState = {
  filters: Filters
  search: string
  order: { id: string; desc: boolean }
  pageIndex: number
}

/** Query of one page of a list. */
export type ListQuery = Record<string, string | string[] | number>

export const PAGE_SIZE = 20
/** Stands in the address for "no filter", where nothing stands for the initial one. */
const ANY = "any"

/** Reads a list's state from the address of the page. Nonsense in it counts as absent. */
export function readListState(shape: ListShape, params: URLSearchParams): ListState {
  const filters: Filters = {}
  for (const name of shape.several) {
    const value = params.get(name)
    if (value !== null) filters[name] = value.split(",").filter((part) => part !== "")
  }
  for (const name of shape.single) {
    const value = params.get(name)
    if (value !== null) filters[name] = value
  }
  for (const name of shape.days ?? []) {
    const value = params.get(name)
    if (value !== null && isDay(value)) filters[name] = value
  }
  if (shape.initial) {
    const { name, value } = shape.initial
    if (!params.has(name)) filters[name] = typeof value === "string" ? value : [...value]
    else if (params.get(name) === ANY) delete filters[name]
  }
  const order = params.get("order") ?? shape.order
  const page = Number(params.get("page") ?? "1")
  return {
    filters,
    search: params.get("q") ?? "",
    order: { id: order.replace(/^-/, ""), desc: order.startsWith("-") },
    pageIndex: Number.isSafeInteger(page) && page > 0 ? page - 1 : 0,
  }
}

/**
 * Writes a list's state into the address of the page, leaving out what goes without saying. A filter that was
 * added and has no value yet stays, or its control would vanish.
 */
export function writeListState(
  shape: ListShape,
  current: URLSearchParams,
  state: ListState
): URLSearchParams {
  const params = new URLSearchParams(current)
  const set = (name: string, value: string | undefined) =>
    value === undefined ? params.delete(name) : params.set(name, value)
  const names = [...shape.several, ...shape.single, ...(shape.days ?? [])]
  for (const name of names) set(name, asText(state.filters[name]))
  if (shape.initial) {
    if (state.filters[shape.initial.name] === undefined) params.set(shape.initial.name, ANY)
    else if (isInitial(shape, state.filters)) params.delete(shape.initial.name)
  }
  const order = orderText(state)
  set("q", state.search || undefined)
  set("order", order === shape.order ? undefined : order)
  set("page", state.pageIndex > 0 ? String(state.pageIndex + 1) : undefined)
  return params
}

/** Reads what the filter bar hands over. */
export function toFilters(shape: ListShape, given: Record<string, unknown>): Filters {
  const filters: Filters = {}
  for (const name of shape.several) {
    const value = given[name]
    if (Array.isArray(value)) filters[name] = value.filter((part) => typeof part === "string")
  }
  for (const name of shape.single) {
    const value = given[name]
    if (name in given) filters[name] = typeof value === "string" ? value : ""
  }
  for (const name of shape.days ?? []) {
    const value = given[name]
    if (typeof value === "string" && isDay(value)) filters[name] = value
  }
  return filters
}

/** Whether the filter that the list has at first is as it is at first. */
export function isInitial({ initial }: ListShape, filters: Filters): boolean {
  if (!initial) return true
  const [wanted, given] = [asList(initial.value), asList(filters[initial.name] ?? [])]
  return given.length === wanted.length && wanted.every((value) => given.includes(value))
}

/** Whether nothing narrows the list down but what does at first. */
export function isAtRest(shape: ListShape, { filters, search }: ListState): boolean {
  return isInitial(shape, filters) && !search && Object.keys(filters).length === (shape.initial ? 1 : 0)
}

/** The query that the state stands for. Filters without a value are left out. */
export function toListQuery({ filters, search, order, pageIndex }: ListState): ListQuery {
  const given = Object.entries(filters).filter(([, value]) => value.length > 0)
  return {
    ...Object.fromEntries(given),
    ...(search ? { q: search } : {}),
    order: orderText({ order }),
    limit: PAGE_SIZE,
    offset: pageIndex * PAGE_SIZE,
  }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Whether it is a day that there is, such as `2026-01-31`. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

const asList = (value: string | readonly string[]) => (typeof value === "string" ? [value] : value)
const asText = (value: string | string[] | undefined) => (typeof value === "object" ? value.join(",") : value)

function orderText({ order }: Pick<ListState, "order">): string {
  return `${order.desc ? "-" : ""}${order.id}`
}
