import { parseAssumptions, type AssumptionsInput } from "../assumptions"
import type { ListReport } from "../client/walk"
import { collect, findInList, readList } from "../client/lists"
import { endpointCases } from "./endpoint-cases"
import { errorOf, invoiceBody, refusal, json, scriptedGateway } from "./scripted-gateway"

type Ask = { limit: number | null; cursor: string | null; status: string | null }
type Page = { ids: string[]; next?: string | null }

const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, n) => `inv_${first + n}`)

/** A client of a service that answers each call by a rule, and what was asked. */
function serviceOf(answer: (ask: Ask) => Page | (() => Response), input: AssumptionsInput = {}, calls = 60) {
  const assumptions = parseAssumptions(input)
  const asked: Ask[] = []
  const reports: ListReport[] = []
  const { client, sent } = scriptedGateway(
    Array.from({ length: calls }, () => () => {
      const { searchParams, pathname } = sent.at(-1)?.url ?? new URL("none:")
      const isOfDeposits = pathname.endsWith("/deposits")
      const row = isOfDeposits ? endpointCases.listDeposits.answer : invoiceBody
      const limit = searchParams.get("limit")
      const ask = {
        limit: limit === null ? null : Number.parseInt(limit, 10),
        cursor: searchParams.get("cursor"),
        status: searchParams.get("status"),
      }
      asked.push(ask)
      const page = answer(ask)
      if (typeof page === "function") return page()
      const data = page.ids.map((id) => ({ ...row, ...(isOfDeposits ? { depositId: id } : { id }) }))
      const cursor = page.next === undefined ? {} : { nextCursor: page.next }
      return json(200, assumptions.list.itemsFields.at(-1) ? { data, ...cursor } : data)()
    }),
    { assumptions, onListEnd: async (report) => void reports.push(report) }
  )
  const limits = () => asked.map(({ limit }) => limit)
  return { client, asked, limits, reports }
}

/** A service that has so many invoices, at most so many of them in an answer, and no cursor. */
const capped = (count: number, cap: number) => (ask: Ask) => ({
  ids: idsFrom(0, Math.min(count, ask.limit ?? 20, cap)),
})
const BARE: AssumptionsInput = { list: { itemsFields: [""] } }

describe("a service without cursors", () => {
  test("a page with fewer rows than requested is the whole list", async () => {
    const { client, limits, reports } = serviceOf(capped(99, 1_000), BARE)
    expect(await collect(client.listInvoices({ status: "paid" }))).toHaveLength(99)
    expect(limits()).toEqual([100])
    expect(reports).toEqual([
      {
        endpoint: "listInvoices",
        listName: "listInvoices status=paid",
        rowsRead: 99,
        end: { isComplete: true },
      },
    ])
  })

  test("a full page is requested again with a larger limit until it is not full, and then at once", async () => {
    const { client, limits } = serviceOf(capped(1_003, 5_000), BARE)
    const rows = await collect(client.listInvoices())
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1_003)
    expect(rows).toHaveLength(1_003)
    expect(limits()).toEqual([100, 200, 400, 800, 1_600])
    expect(await collect(client.listInvoices())).toHaveLength(1_003)
    expect(limits().slice(5)).toEqual([1_600])
  })

  test.each([
    ["gives no more than a hundred rows", capped(193, 100), [100, 200, 100, 100]],
    [
      "refuses a larger limit",
      (ask: Ask) => ((ask.limit ?? 0) > 100 ? refusal(400, "VALIDATION_ERROR") : capped(193, 100)(ask)),
      [100, 200, 100, 100],
    ],
    ["gives no more than fifty rows", capped(193, 50), [100, 50, 50]],
  ])(
    "a list is incomplete when the service %s, whatever offset or page is asked for",
    async (_, answer, asked) => {
      const { client, limits, reports } = serviceOf(answer, BARE)
      const read = await readList(client.listTransactions())
      const count = asked.at(-1) ?? 0
      expect(read).toMatchObject({ isComplete: false, gap: "page_full" })
      expect(read.isComplete ? [] : read.rowsSoFar).toHaveLength(count)
      expect(limits()).toEqual(asked)
      expect(reports).toMatchObject([{ rowsRead: count, end: { isComplete: false, rowsRead: count } }])
    }
  )

  test("a list of an uncommon number of rows is incomplete once other rows come in the same number", async () => {
    let first = 0
    const { client } = serviceOf(() => ({ ids: idsFrom(first, 37) }), BARE)
    expect(await readList(client.listInvoices())).toMatchObject({ isComplete: true })
    expect(await readList(client.listInvoices())).toMatchObject({ isComplete: true })
    first = 1
    expect(await readList(client.listInvoices())).toMatchObject({ isComplete: false })
  })

  test("a larger page of the same endpoint shows that a round number is not a limit of the service", async () => {
    const { client } = serviceOf(({ status }) => ({ ids: idsFrom(0, status === "paid" ? 50 : 51) }), BARE)
    expect(await readList(client.listInvoices({ status: "paid" }))).toMatchObject({ isComplete: false })
    expect(await readList(client.listInvoices())).toMatchObject({ isComplete: true })
    expect(await readList(client.listInvoices({ status: "paid" }))).toMatchObject({ isComplete: true })
  })

  test.each([
    [{ maxPageSize: 100 }, 50, true],
    [{ maxPageSize: 50 }, 50, false],
    [{ maxPageSize: 37 }, 37, false],
  ])("with %j a page of %i rows is the whole list: %s", async (list, count, isComplete) => {
    const { client } = serviceOf(capped(count, 1_000), { list: { itemsFields: [""], ...list } })
    expect(await readList(client.listInvoices())).toMatchObject({ isComplete })
  })

  test("a list without a documented limit is requested again with one, and is incomplete when that is ignored", async () => {
    const ignored = serviceOf(() => ({ ids: idsFrom(0, 20) }), BARE)
    expect(await readList(ignored.client.listDeposits())).toMatchObject({ isComplete: false })
    expect(ignored.limits()).toEqual([null, 40, null, null])
    const honoured = serviceOf(capped(33, 100), BARE)
    expect(await collect(honoured.client.listDeposits())).toHaveLength(33)
    const stated = serviceOf(() => ({ ids: idsFrom(0, 20) }), {
      list: { itemsFields: [""], defaultPageSize: 50 },
    })
    expect(await collect(stated.client.listDeposits())).toHaveLength(20)
  })

  test("a caller who needs the whole list gets an error, and one who searches for a row learns that it may exist", async () => {
    const { client } = serviceOf(capped(193, 100), BARE)
    expect(await errorOf(collect(client.listInvoices()))).toMatchObject({ code: "LIST_INCOMPLETE" })
    const look = (id: string) => findInList(client.listInvoices(), (row) => row.id === id)
    expect(await look("inv_5")).toMatchObject({ kind: "found" })
    expect(await look("inv_150")).toEqual({ kind: "unknown" })
  })
})

describe("a service with cursors", () => {
  /** Pages of its own size at most; `isCut` strikes a call by its number. */
  function paged(
    count: number,
    { cap = 100, isCut = () => false }: { cap?: number; isCut?: (call: number) => boolean } = {}
  ) {
    let calls = 0
    return ({ limit, cursor }: Ask) => {
      const from = Number.parseInt(cursor ?? "0", 10)
      const to = Math.min(count, from + Math.min(limit ?? 20, cap))
      const next = to < count && !isCut(calls++) ? String(to) : null
      return { ids: idsFrom(from, to - from), next }
    }
  }

  test.each([0, 1, 2])(
    "a full page, the one after %i others, that names no next one is not the end",
    async (cut) => {
      const { client } = serviceOf(paged(450, { cap: 1_000, isCut: (call) => call === cut }))
      expect(await collect(client.listInvoices())).toHaveLength(450)
    }
  )

  test.each([0, 1, 2])(
    "a list without a documented limit, cut at its page %i, is read to its end",
    async (cut) => {
      const { client } = serviceOf(paged(53, { isCut: (call) => call === cut }))
      expect(await collect(client.listDeposits())).toHaveLength(53)
      expect(await collect(client.listDeposits())).toHaveLength(53)
    }
  )

  test("a list that is not paged is whole with any number of rows that is not a page's", async () => {
    const whole = serviceOf(() => ({ ids: idsFrom(0, 137) }), BARE)
    expect(await readList(whole.client.listTokens())).toMatchObject({ isComplete: true })
    const round = serviceOf(() => ({ ids: idsFrom(0, 100) }), BARE)
    expect(await readList(round.client.listTokens())).toMatchObject({ isComplete: false })
  })

  test.each<[string, (ask: Ask) => Page]>([
    ["the same page with the same cursor", () => ({ ids: idsFrom(0, 100), next: "c2" })],
    ["the same page with a new cursor", () => ({ ids: idsFrom(0, 100), next: `c${Math.random()}` })],
    [
      "cursors in a circle",
      ({ cursor }) => ({ ids: cursor === null ? ["a"] : [], next: cursor === "c2" ? "c3" : "c2" }),
    ],
    ["empty pages without end", () => ({ ids: [], next: `c${Math.random()}` })],
  ])("a walk ends, and the list is incomplete, where it names %s", async (_, answer) => {
    const { client } = serviceOf(answer)
    expect(await readList(client.listInvoices())).toMatchObject({ isComplete: false, gap: "pages_repeat" })
  })

  test("a service that ignores our cursor's parameter is asked for all rows at once", async () => {
    const { client } = serviceOf(({ limit }) => {
      const count = Math.min(193, limit ?? 20)
      return { ids: idsFrom(0, count), next: count < 193 ? "c2" : null }
    })
    const rows = await collect(client.listInvoices())
    expect(rows.map(({ id }) => id).sort()).toEqual(idsFrom(0, 193).sort())
  })
})
