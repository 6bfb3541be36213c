import { parseAssumptions, type AssumptionsInput } from "../../gateway/assumptions"
import { unwrapList, type ResourceKind } from "../../gateway/contract"
import { errorOf, inProcess } from "./in-process"

type List = NonNullable<AssumptionsInput["list"]>
type Paging = NonNullable<List["paging"]>

const NAMES: List = {
  nextCursorField: "meta.after",
  cursorParam: "after",
  pageParam: "p",
  offsetParam: "skip",
  nextLinkFields: ["links.next"],
  totalField: "meta.total",
}

/** A sandbox that pages so, and its pages of a list with two rows each, read by what each says or by counting. */
function openSandbox(list: List) {
  const sandbox = inProcess({ assumptions: { list } })
  const assumptions = parseAssumptions({ list })

  async function read(path: string, kind: ResourceKind) {
    const pages: string[][] = []
    const totals = new Set<number | undefined>()
    for (let next: string | undefined = `${path}?limit=2`; next !== undefined && pages.length < 30;) {
      const { body } = await sandbox.get(next)
      const page = unwrapList(body, kind, assumptions)
      pages.push(page.items.map((item) => JSON.stringify(item)))
      totals.add(page.total)
      next = page.items.length < 2 ? undefined : nextOf(page, path, pages.length)
    }
    return { pages, rows: pages.flat(), totals: [...totals] }
  }

  function nextOf(page: ReturnType<typeof unwrapList>, path: string, read: number): string | undefined {
    const { paging, cursorParam, pageParam, firstPage, offsetParam } = assumptions.list
    if (paging === "page") return `${path}?limit=2&${pageParam}=${read + firstPage}`
    if (paging === "offset") return `${path}?limit=2&${offsetParam}=${2 * read}`
    if (paging === "link") return page.nextLink?.replace("/api/v1", "")
    return page.nextCursor && `${path}?limit=2&${cursorParam}=${encodeURIComponent(page.nextCursor)}`
  }
  return { ...sandbox, read, root: `/businesses/${sandbox.credentials.businessId}` }
}

describe.each<[Paging, List]>([
  ["auto", {}],
  ["cursor", {}],
  ["link", {}],
  ["offset", {}],
  ["page", { firstPage: 0 }],
  ["page", { firstPage: 1 }],
])("paged by %s (%j)", (paging, more) => {
  const open = () => openSandbox({ ...NAMES, ...more, paging })

  it("serves every page of invoices, transactions and balances once, newest first", async () => {
    const { createInvoice, control, read, root } = open()
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.unshift(await createInvoice())
    for (const id of ids.slice(0, 3)) {
      await control.pay(id)
      await control.settle(id)
    }
    const invoices = await read(`${root}/invoices`, "invoice")
    expect(invoices.pages.map(({ length }) => length)).toEqual([2, 2, 1])
    expect(invoices.rows.map((row) => (JSON.parse(row) as { id: string }).id)).toEqual(ids)
    expect(invoices.totals).toEqual([5])
    const transactions = await read(`${root}/transactions`, "transaction")
    expect(transactions.totals).toEqual([transactions.rows.length])
    expect(new Set(transactions.rows).size).toBe(6)
    expect((await read(`${root}/balances`, "balance")).totals).toEqual([1])
    expect((await read(`${root}/deposits`, "deposit")).totals).toEqual([0])
  })

  it("serves the catalog in pages too, and all of it without a limit", async () => {
    const { get, read } = open()
    for (const [path, kind, count] of [
      ["/networks", "network", 9],
      ["/networks/supported", "network", 9],
      ["/tokens", "token", 21],
    ] as const) {
      expect(new Set((await read(path, kind)).rows).size).toBe(count)
      expect((await get(path)).body).toMatchObject({ meta: { total: count } })
    }
  })
})

it("names no next page where there is no form, and counts none where no field is set", async () => {
  const { createInvoice, get, invoicesPath } = inProcess({ assumptions: { list: { paging: "none" } } })
  for (let n = 0; n < 3; n++) await createInvoice()
  const { body } = await get(`${invoicesPath}?limit=2`)
  expect(Object.keys(body)).toEqual(["data"])
  expect(body["data"]).toHaveLength(2)
})

it.each([
  ["page", "page=0"],
  ["page", "page=one"],
  ["offset", "offset=-1"],
] as const)("paged by %s refuses %s", async (paging, query) => {
  const { get, invoicesPath } = inProcess({ assumptions: { list: { paging } } })
  expect(errorOf(await get(`${invoicesPath}?${query}`))).toMatchObject({ status: 400, fields: [paging] })
})

it("ignores the parameters of other forms", async () => {
  const { createInvoice, get, invoicesPath } = inProcess()
  const id = await createInvoice()
  expect((await get(`${invoicesPath}?page=9&offset=9`)).body).toMatchObject({ data: [{ id }] })
})
