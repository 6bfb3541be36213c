import { createMedusaContainer } from "@medusajs/framework/utils"
import { asValue } from "@medusajs/framework/awilix"
import { findIncome } from "../workers/find-income"

/** @param dueRuns of the lists @param news pages with anything new, from 1 */
function setUp(dueRuns: readonly string[], news: readonly number[] = []) {
  const runs: string[] = []
  const pages = { paid: 0, overpaid: 0 }
  let isHanging = false
  const onchain = {
    gateway: {
      listInvoices: async function* ({ status }: { status: "paid" | "overpaid" }) {
        for (let page = 1; page <= 20; page++) {
          if (isHanging) await new Promise(() => undefined)
          pages[status]++
          yield { rows: [{ page }], end: page === 20 ? { isComplete: true } : null }
        }
      },
    },
    deposits: {
      income: {
        isPossible: () => Promise.resolve(true),
        record: ([row]: { page: number }[]) =>
          Promise.resolve({ ids: [], added: news.includes(row?.page ?? 0) ? 1 : 0 }),
      },
    },
    finance: { limiter: { take: () => Promise.resolve() } },
    syncRuns: {
      begin: (name: string) => Promise.resolve(dueRuns.includes(name) && runs.push(name) > 0),
      finish: () => Promise.resolve(),
      progress: () => Promise.resolve(),
    },
  }
  const container = createMedusaContainer()
  container.register({ onchain: asValue(onchain) })
  return { container, runs, pages, hang: () => (isHanging = true) }
}

test("the whole lists are read when they are due", async () => {
  const { container, runs, pages } = setUp(["income_all", "income"])
  expect(await findIncome(container)).toEqual({ has_run: true, seen: 40, changed: 0 })
  expect(runs).toEqual(["income_all"])
  expect(pages).toEqual({ paid: 20, overpaid: 20 })
})

test("else each list is read up to three pages without anything new", async () => {
  const { container, runs, pages } = setUp(["income"], [1, 4])
  expect(await findIncome(container)).toEqual({ has_run: true, seen: 14, changed: 4 })
  expect(runs).toEqual(["income"])
  expect(pages).toEqual({ paid: 7, overpaid: 7 })
})

test("nothing is read while another process reads", async () => {
  const { container } = setUp([])
  expect(await findIncome(container)).toEqual({ has_run: false, seen: 0, changed: 0 })
})

test("a request waits no longer than twenty seconds, and the reading continues", async () => {
  jest.useFakeTimers()
  try {
    const { container, hang } = setUp(["income_all"])
    hang()
    const answer = findIncome(container)
    await jest.advanceTimersByTimeAsync(20_000)
    expect(await answer).toEqual({ has_run: true, seen: 0, changed: 0 })
  } finally {
    jest.useRealTimers()
  }
})
