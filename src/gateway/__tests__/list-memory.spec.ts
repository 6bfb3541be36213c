import { parseAssumptions } from "../assumptions"
import { LEAST_KEYS, ListWalk, PageSizes, type Answer, type Place } from "../client/walk"

const PAGE = 100
type Paging = "cursor" | "link" | "page" | "offset"

/** Pages of a list that exists only while they are asked for; rows arrive at its head all the time. */
function endless(paging: Paging, count: number) {
  let arrived = 0
  const startOf = (place: Place): number => {
    if ("link" in place) return Number(place.link) + arrived
    if ("page" in place) return (place.page - 1) * PAGE
    if ("offset" in place) return place.offset
    return Number(place.cursor ?? 0) + arrived
  }
  return async (place: Place): Promise<Answer<number>> => {
    await Promise.resolve()
    arrived += 2
    const start = startOf(place)
    const size = Math.min(place.limit ?? PAGE, PAGE)
    // Row n is the nth of those that were there at first; the ones that arrived have negative numbers.
    const ids = Array.from({ length: Math.min(size, count + arrived - start) }, (_, n) => start + n - arrived)
    const last = ids.at(-1) ?? 0
    const behind = String(last + 1)
    const isEnd = last + 1 >= count
    const named: Partial<Record<Paging, Answer<number>["next"]>> = {
      cursor: { cursor: behind },
      link: { link: behind },
    }
    return {
      rows: ids,
      keys: ids.map(String),
      total: undefined,
      next: isEnd ? undefined : named[paging],
      hasNextField: paging === "cursor" || paging === "link",
      fingerprint: ids.join(),
    }
  }
}

describe.each<Paging>(["cursor", "link", "page", "offset"])("a list by %s", (paging) => {
  test.each([10_000, 100_030])("of %i rows keeps no more in memory than one of 1,000", async (count) => {
    const { list } = parseAssumptions({ list: { paging } })
    const source = {
      ...{ endpoint: "listInvoices", listName: "listInvoices", takesLimit: true, isGrowing: true },
      losesRows: true,
      read: endless(paging, count),
    }
    const walk = new ListWalk(source, new PageSizes(list))
    let [most, seen, end] = [0, 0, false]
    for await (const page of walk.pages()) {
      seen += page.rows.filter((row) => row >= 0).length
      most = Math.max(most, walk.keys.size)
      end = page.end?.isComplete ?? false
    }
    expect([seen, end]).toEqual([count, true])
    expect(most).toBe(LEAST_KEYS)
  })
})

test("a long circle of pages ends, although its first rows are forgotten", async () => {
  let calls = 0
  const source = {
    ...{ endpoint: "listInvoices", listName: "listInvoices", takesLimit: true, isGrowing: true },
    losesRows: false,
    read: async (): Promise<Answer<number>> => {
      await Promise.resolve()
      const first = (calls++ % 37) * PAGE
      const ids = Array.from({ length: PAGE }, (_, n) => first + n)
      const keys = ids.map(String)
      const next = { cursor: `c${calls}` }
      return {
        rows: ids,
        keys,
        next,
        total: undefined,
        hasNextField: true,
        fingerprint: keys.join(),
      }
    },
  }
  const { list } = parseAssumptions()
  const walk = new ListWalk(source, new PageSizes(list))
  for await (const { end } of walk.pages())
    if (end !== null) expect(end).toMatchObject({ isComplete: false, gap: "pages_repeat" })
  expect(calls).toBeLessThan(37 * 6)
  expect(walk.keys.size).toBeLessThanOrEqual(LEAST_KEYS)
})
