import type { ListGap, Listing } from "../client/walk"
import { collect, readList } from "../client/lists"
import { pagedService, type Form, type Rows, type ServiceOptions } from "./paged-service"
import { errorOf } from "./scripted-gateway"

const MANY = 10_000
const FORMS: readonly Form[] = ["cursor", "page", "offset", "link", "none"]

/** What a list of this form needs: without pages, an answer as long as the list. */
const serviceFor = (form: Form, rest: Partial<ServiceOptions> = {}): ServiceOptions => ({
  form,
  count: MANY,
  ...(form === "none" && { cap: 20_000 }),
  ...rest,
})
/** Without pages, only this setting shows that a round number of rows is no page. */
const settingsFor = (form: Form, paging: "auto" | Form) => ({
  paging,
  ...(form === "none" && { maxPageSize: 20_000 }),
})
const idsOf = async (listing: Listing<{ id: string }>) => (await collect(listing)).map(({ id }) => id)
const original = (count = MANY) =>
  Array.from({ length: count }, (_, n) => `inv_${String(n).padStart(6, "0")}`).reverse()

async function incompleteGap(listing: Listing<{ id: string }>): Promise<ListGap | "complete"> {
  const read = await readList(listing)
  return read.isComplete ? "complete" : read.gap
}

describe.each(FORMS)("a list by %s", (form) => {
  describe.each(["auto", form] as const)("with paging %s", (paging) => {
    const open = (rest: Partial<ServiceOptions> = {}) =>
      pagedService(serviceFor(form, rest), settingsFor(form, paging))

    // A form that is found is walked like one that is set.
    const count = paging === "auto" ? MANY : 1_050
    test(`is read whole with ${count} rows, each row once`, async () => {
      const { client, reports } = open({ count })
      expect(await idsOf(client.listInvoices())).toEqual(original(count))
      expect(reports).toMatchObject([{ rowsRead: count, end: { isComplete: true } }])
    })

    test("is read whole while rows arrive at its head", async () => {
      const { client } = open({ count: 1_050, change: (rows, call) => rows.newest(call % 3) })
      const read = await idsOf(client.listInvoices({ status: "paid" }))
      expect(new Set(read).size).toBe(read.length)
      expect(original(1_050).filter((id) => !read.includes(id))).toEqual([])
    })

    test("is read whole while rows arrive at its end, those included", async () => {
      const { client, rows } = open({ count: 1_050, change: (rows, call) => rows.last(call < 12 ? 3 : 0) })
      expect(await idsOf(client.listInvoices())).toEqual(rows.ids)
    })

    test("loses no row that stays while others leave", async () => {
      // A cursor of a row that has left is no cursor of this service.
      if (form === "cursor" || form === "link") return
      const change = ({ ids }: Rows, call: number) => {
        if (call > 2) ids.splice(call % 2 === 0 ? 3 : Math.floor(ids.length / 2), call % 7 === 0 ? 4 : 0)
      }
      const { client, rows } = open({ count: 1_050, change })
      const read = new Set(await idsOf(client.listInvoices({ status: "pending" })))
      expect(rows.ids.filter((id) => !read.has(id))).toEqual([])
    })

    test.each([0, 1, 99, 100, 101, 199, 200, 250])("is whole with %i rows", async (count) => {
      const { client } = open({ count, cap: form === "none" ? 1_000 : 100 })
      expect(await idsOf(client.listInvoices())).toEqual(original(count))
    })

    test("is whole where pages are smaller than requested", async () => {
      if (form === "none") return
      expect(await idsOf(open({ count: 430, cap: 40 }).client.listInvoices())).toEqual(original(430))
    })
  })
})

test("a list of 10,003 rows without pages is whole with no setting, as no page has 10,003 rows", async () => {
  const { client } = pagedService({ form: "none", count: 10_003, cap: 20_000 })
  expect(await idsOf(client.listInvoices())).toEqual(original(10_003))
})

describe("what is learned", () => {
  test("a form that was found is used at once the next time, with one call per page", async () => {
    const { client, asked } = pagedService({ form: "offset", count: 350 })
    await collect(client.listInvoices())
    const before = asked.length
    await collect(client.listInvoices())
    expect(asked.slice(before)).toEqual([
      "/invoices?limit=100",
      "/invoices?limit=100&offset=99",
      "/invoices?limit=100&offset=198",
      "/invoices?limit=100&offset=297",
    ])
  })

  test("a service that has neither is tried once", async () => {
    const { client, asked } = pagedService({ form: "none", count: 350 })
    expect(await incompleteGap(client.listInvoices())).toBe("page_full")
    expect(asked).toEqual([
      "/invoices?limit=100",
      "/invoices?limit=200",
      "/invoices?limit=100&offset=99",
      "/invoices?limit=100&page=2",
    ])
    expect(await incompleteGap(client.listInvoices())).toBe("page_full")
    expect(asked.slice(4)).toEqual(["/invoices?limit=100", "/invoices?limit=200"])
  })

  test("a page number is checked once, and at each page where rows can leave the list", async () => {
    const { client, asked } = pagedService({ form: "page", count: 250 }, { paging: "page" })
    const call = (page: number) => `/invoices?limit=100&page=${page}`
    await collect(client.listInvoices())
    expect(asked).toEqual(["/invoices?limit=100", call(2), call(1), call(3)])
    asked.length = 0
    await collect(client.listInvoices({ status: "paid" }))
    expect(asked.map((path) => path.replace("status=paid&", ""))).toEqual([
      "/invoices?limit=100",
      ...[call(2), call(1), call(3), call(2)],
    ])
  })
})

describe("settings", () => {
  test.each([0, 1])(
    "a wrong number of the first page (service: %i) loses no row silently",
    async (firstPage) => {
      for (const count of [150, 250, 350]) {
        const { client } = pagedService(
          { form: "page", count, firstPage },
          { paging: "page", firstPage: 1 - firstPage }
        )
        const read = await readList(client.listInvoices())
        if (read.isComplete) expect(read.rows).toHaveLength(count)
        else expect(read.gap).toBe("pages_apart")
        expect(read.isComplete).toBe(firstPage === 1)
      }
    }
  )

  test("a page behind the last one may be a 404", async () => {
    for (const paging of ["auto", "page"] as const) {
      const { client } = pagedService({ form: "page", count: 300, hasEnd: true }, { paging })
      expect(await idsOf(client.listInvoices())).toEqual(original(300))
    }
  })

  test("only the form that is set is followed", async () => {
    const cursors = { form: "cursor", count: 250 } as const
    const { client, asked } = pagedService(cursors, { paging: "none" })
    expect(await incompleteGap(client.listInvoices())).toBe("page_full")
    expect(asked).toEqual(["/invoices?limit=100", "/invoices?limit=200"])
  })

  test("the cursor may lie in an object", async () => {
    const { client } = pagedService(
      { form: "none", count: 50, beside: () => ({ meta: { next: null } }) },
      { nextCursorField: "meta.next" }
    )
    // A service with cursors that names none has no more, though 50 is a usual size of a page.
    expect(await incompleteGap(client.listInvoices())).toBe("complete")
  })
})

describe("a link", () => {
  const links = (linkTo: (path: string) => string) =>
    ({ form: "link", count: 250, linkTo }) satisfies ServiceOptions

  test.each<[string, (path: string) => string]>([
    ["a path", (path) => path],
    ["an address", (path) => `https://gateway.test${path}#rest`],
    ["a query", (path) => path.slice(path.indexOf("?"))],
    ["a path from here", (path) => path.slice(path.lastIndexOf("/") + 1)],
  ])("may be %s", async (_, linkTo) => {
    const { client, sent } = pagedService(links(linkTo), { paging: "link" })
    expect(await idsOf(client.listInvoices())).toEqual(original(250))
    expect(new Set(sent.map(({ url }) => url.pathname))).toEqual(
      new Set(["/api/v1/businesses/biz_1/invoices"])
    )
  })

  test.each<[string, (path: string) => string]>([
    ["another host", (path) => `https://evil.test${path}`],
    ["another host without a scheme", (path) => `//evil.test${path}`],
    ["another host by backslashes", (path) => `/\\evil.test${path}`],
    ["a host that begins the same", (path) => `https://gateway.test.evil.test${path}`],
    ["a login before another host", (path) => `https://gateway.test@evil.test${path}`],
    ["a login", (path) => `https://user:secret@gateway.test${path}`],
    ["another port", (path) => `https://gateway.test:8443${path}`],
    ["a plain connection", (path) => `http://gateway.test${path}`],
  ])("to %s is refused, and the key goes nowhere", async (_, linkTo) => {
    for (const paging of ["auto", "link"] as const) {
      const { client, sent } = pagedService(links(linkTo), { paging })
      expect(await readList(client.listInvoices())).toMatchObject({ isComplete: false, gap: "link_refused" })
      expect(sent.every(({ url }) => url.origin === "https://gateway.test")).toBe(true)
      expect(sent).toHaveLength(1)
      expect(await errorOf(collect(client.listInvoices()))).toMatchObject({
        code: "LIST_INCOMPLETE",
        message: expect.stringMatching(/link to the next page leads to another host/),
      })
    }
  })

  test("that leads back ends the walk", async () => {
    const { client } = pagedService(
      links(() => "?limit=100"),
      { paging: "link" }
    )
    expect(await incompleteGap(client.listInvoices())).toBe("link_repeats")
  })
})

describe("failures", () => {
  test.each(["page", "offset"] as const)(
    "a service that ignores the %s is incomplete, after few calls",
    async (form) => {
      const { client, asked } = pagedService({ form: "none", count: 250 }, { paging: form })
      expect(await incompleteGap(client.listInvoices())).toBe(`${form}_ignored`)
      expect(asked.length).toBeLessThan(6)
    }
  )

  test("an ignored page number with rows that arrive meanwhile is not taken for a next page", async () => {
    const change = (rows: Rows) => rows.newest(2)
    const { client } = pagedService({ form: "none", count: 250, change })
    expect(await incompleteGap(client.listInvoices())).toBe("page_full")
  })

  test("a list whose rows leave faster than it is read is incomplete", async () => {
    const change = ({ ids }: Rows, call: number) => void ids.splice(0, call < 20 ? 0 : 150)
    const { client } = pagedService({ form: "offset", count: 5_000, change }, { paging: "offset" })
    expect(await incompleteGap(client.listInvoices())).toBe("pages_apart")
  })
})

describe("a count of all rows", () => {
  const total = (rows: readonly string[]) => ({ meta: { total: rows.length } })
  const totalField = "meta.total"

  test("makes a short page doubtful, and leads to the rest", async () => {
    const { client } = pagedService({ form: "page", count: 111, cap: 37, beside: total }, { totalField })
    expect(await idsOf(client.listInvoices())).toEqual(original(111))
  })

  test("is reported when the rows do not add up to it", async () => {
    const { client } = pagedService({ form: "none", count: 111, cap: 37, beside: total }, { totalField })
    expect(await incompleteGap(client.listInvoices())).toBe("total_larger")
  })

  test("proves that a full page is all", async () => {
    const { client, asked } = pagedService({ form: "none", count: 100, beside: total }, { totalField })
    expect(await idsOf(client.listInvoices())).toHaveLength(100)
    expect(asked).toHaveLength(1)
  })
})
