import { codesOf } from "../texts"

export type ListFilter = {
  /** As the API calls it. */
  id: string
  /** Several values, one, free text, or a day, `YYYY-MM-DD`, which stands outside the menu. */
  type: "multiselect" | "radio" | "string" | "day"
  label: string
  options?: readonly { value: string; label: string }[]
  placeholder?: string
}

type FilterBase = [id: string, label: string]

/**
 * @param words key of the words of its values, with `*` for the value
 * @param left values that are not offered
 */
export const several = (
  ...[id, label, words, left = []]: [...FilterBase, string, (readonly string[])?]
): ListFilter => ({
  id,
  type: "multiselect",
  label,
  options: codesOf(words.replace(/\.\*.*/, ""))
    .filter((value) => !left.includes(value))
    .map((value) => ({ value, label: words.replace("*", value) })),
})

export const one = (...given: Parameters<typeof several>): ListFilter => ({
  ...several(...given),
  type: "radio",
})

export const text = (...[id, label, placeholder]: [...FilterBase, string]): ListFilter => ({
  id,
  type: "string",
  label,
  placeholder,
})

export const day = (id: string): ListFilter => ({ id, type: "day", label: "list.days" })

export const TOKEN = text("token", "field.token", "USDC")
export const NETWORK = text("network_id", "field.network", "base-mainnet")

export type ListShape = {
  filters: readonly Pick<ListFilter, "id" | "type">[]
  /** The filter of a page that was just opened. */
  initial?: { name: string; value: string | readonly string[] }
  /** Of a page that was just opened, such as `-observed_at` for the newest first. */
  order: string
}

export type Filters = Record<string, string | string[]>

export type ListState = {
  filters: Filters
  search: string
  order: { id: string; desc: boolean }
  pageIndex: number
}

export type ListQuery = Record<string, string | string[] | number>

export const PAGE_SIZE = 20
/** "No filter" in the address, because an absent parameter means the initial filter. */
const ANY = "any"

/** Ignores what it cannot read. */
export function readListState(shape: ListShape, params: URLSearchParams): ListState {
  const filters: Filters = {}
  for (const { id, type } of shape.filters) {
    const value = params.get(id)
    if (value === null || value === ANY || (type === "day" && !isDay(value))) continue
    filters[id] = type === "multiselect" ? value.split(",").filter((part) => part !== "") : value
  }
  if (shape.initial) {
    const { name, value } = shape.initial
    if (!params.has(name)) filters[name] = typeof value === "string" ? value : [...value]
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

/** A filter without a value yet stays, or its control would vanish. */
export function writeListState(
  shape: ListShape,
  current: URLSearchParams,
  state: ListState
): URLSearchParams {
  const params = new URLSearchParams(current)
  const set = (name: string, value: string | undefined) =>
    value === undefined ? params.delete(name) : params.set(name, value)
  for (const { id } of shape.filters) set(id, asText(state.filters[id]))
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

export function toFilters(shape: ListShape, given: Record<string, unknown>): Filters {
  const filters: Filters = {}
  for (const { id, type } of shape.filters) {
    const value = given[id]
    if (type === "multiselect") {
      if (Array.isArray(value)) filters[id] = value.filter((part) => typeof part === "string")
    } else if (type === "day") {
      if (typeof value === "string" && isDay(value)) filters[id] = value
    } else if (id in given) filters[id] = typeof value === "string" ? value : ""
  }
  return filters
}

export function isInitial({ initial }: Pick<ListShape, "initial">, filters: Filters): boolean {
  if (!initial) return true
  const [wanted, given] = [asList(initial.value), asList(filters[initial.name] ?? [])]
  return given.length === wanted.length && wanted.every((value) => given.includes(value))
}

export function isAtRest(shape: Pick<ListShape, "initial">, { filters, search }: ListState): boolean {
  return isInitial(shape, filters) && !search && Object.keys(filters).length === (shape.initial ? 1 : 0)
}

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
