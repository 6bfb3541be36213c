import { parseAssumptions, type AssumptionsInput } from "../assumptions"
import type { ListReport } from "../client/walk"
import { invoiceBody, json, refusal, scriptedGateway } from "./scripted-gateway"

export type Form = "cursor" | "page" | "offset" | "link" | "none"

export type ServiceOptions = {
  /** How this service pages; other parameters are ignored. */
  form: Form
  count: number
  /** Most rows of a page. @default 100 */
  cap?: number
  /** Number of the first page. @default 1 */
  firstPage?: number
  /** How it writes the link to the next page. @default a path */
  linkTo?: (path: string) => string
  /** Whether pages behind the last one are a 404. */
  hasEnd?: boolean
  /** Runs before each answer, with the number of the call from 0. */
  change?: (rows: Rows, call: number) => void
  /** Fields beside the rows. */
  beside?: (rows: readonly string[], page: readonly string[]) => Record<string, unknown>
}

/** The ids of a list, newest first unless a test adds them at the end. */
export type Rows = { ids: string[]; newest: (count: number) => void; last: (count: number) => void }

const CAP = 100

/** A service with one list of invoices, and a client of it over HTTP in this process. */
export function pagedService(options: ServiceOptions, input: AssumptionsInput["list"] = {}) {
  const { form, count, cap = CAP, firstPage = 1, linkTo = (path) => path, hasEnd, change } = options
  let made = count
  const idsFrom = (first: number, size: number) =>
    Array.from({ length: size }, (_, n) => `inv_${String(first + n).padStart(6, "0")}`)
  const rows: Rows = {
    ids: idsFrom(0, count).reverse(),
    newest: (size) => {
      rows.ids = [...idsFrom(made, size).reverse(), ...rows.ids]
      made += size
    },
    last: (size) => {
      rows.ids.push(...idsFrom(made, size))
      made += size
    },
  }
  const reports: ListReport[] = []
  const asked: string[] = []

  function startOf(query: URLSearchParams, size: number): number {
    if (form === "page") return (Number(query.get("page") ?? firstPage) - firstPage) * size
    if (form === "offset") return Number(query.get("offset") ?? 0)
    const after = form === "cursor" ? query.get("cursor") : form === "link" ? query.get("after") : null
    return after === null ? 0 : rows.ids.indexOf(after) + 1
  }

  function answer(url: URL): Response {
    change?.(rows, asked.length)
    asked.push(url.href.replace("https://gateway.test/api/v1/businesses/biz_1", ""))
    const size = Math.min(Number(url.searchParams.get("limit") ?? 20), cap)
    const start = startOf(url.searchParams, size)
    if (hasEnd && start > 0 && start >= rows.ids.length) return refusal(404, "NOT_FOUND")()
    const page = rows.ids.slice(start, start + size)
    const isLast = start + size >= rows.ids.length
    const last = isLast ? null : page.at(-1)
    const link = last && linkTo(`/api/v1/businesses/biz_1/invoices?limit=${size}&after=${last}`)
    const invoices = page.map((id) => ({ ...invoiceBody, id }))
    const beside = options.beside?.(rows.ids, page) ?? {}
    if (form === "cursor") return json(200, { data: invoices, nextCursor: last, ...beside })()
    if (form === "link") return json(200, { data: invoices, links: { next: link }, ...beside })()
    return json(200, options.beside ? { data: invoices, ...beside } : invoices)()
  }

  const assumptions = parseAssumptions({ list: input })
  const { client, sent } = scriptedGateway([], {
    assumptions,
    onListEnd: async (report) => void reports.push(report),
    fetch: async (address, init = {}) => {
      await Promise.resolve()
      if (typeof address !== "string") throw new Error("the client sends addresses as text")
      const url = new URL(address)
      sent.push({ url, init, headers: new Headers(init.headers), atMs: 0 })
      return answer(url)
    },
  })
  return { client, asked, sent, reports, rows }
}
