import { MedusaError } from "@medusajs/framework/utils"
import { settle, START_MS, watchedPages as setUp } from "./watched-pages"

test("a page receives its checkout immediately, and again when its version changes", async () => {
  const { open, change, tick } = setUp()
  const { seen } = await open("link_1")
  expect(seen).toEqual(["v0"])
  await tick()
  expect(seen).toEqual(["v0"])
  change("col_1")
  await tick()
  expect(seen).toEqual(["v0", "v1"])
})

test("two tabs of a link share a view, and another link of the payment has its own", async () => {
  const { open, change, tick, views } = setUp()
  const tabs = [await open("link_1"), await open("link_1"), await open("link_1/other")]
  views.length = 0
  change("col_1")
  await tick()
  expect(views).toEqual(["link_1", "link_1/other"])
  for (const { seen } of tabs) expect(seen).toEqual(["v0", "v1"])
})

test("with more pages than a tick compares, recent writes come first and the others take turns", async () => {
  const { open, change, note, tick, reads } = setUp({ collections: 600 })
  const pages = []
  for (let n = 0; n < 600; n++) pages.push(await open(`link_${n}`))
  change("col_599")
  note("col_599")
  change("col_598")
  await tick()
  expect(pages[599]?.seen).toEqual(["v0", "v1"])
  expect(pages[598]?.seen).toEqual(["v0"])
  await tick()
  await tick()
  expect(pages[598]?.seen).toEqual(["v0", "v1"])
  expect(reads.map((read) => read.length)).toEqual([250, 250, 250])
  expect(new Set(reads.flat()).size).toBe(600)
})

test("a change between a page's first read and its first comparison is sent", async () => {
  const { open, change, tick, slowViews } = setUp()
  slowViews(() => {
    change("col_1")
    slowViews(() => Promise.resolve())
    return Promise.resolve()
  })
  const { seen } = await open("link_1")
  expect(seen).toEqual(["v0"])
  await tick()
  expect(seen).toEqual(["v0", "v1"])
})

test("a second tab read before a change that the first tab has receives it too", async () => {
  const { open, change, tick, slowViews } = setUp()
  await open("link_1")
  let finish = () => {}
  slowViews(() => new Promise((done) => (finish = done)))
  const second = open("link_1")
  await settle()
  slowViews(() => Promise.resolve())
  change("col_1")
  await tick()
  finish()
  const { seen } = await second
  await settle()
  expect(seen.at(-1)).toBe("v1")
})

test("a page that changes while being read is read again and never goes back", async () => {
  const { open, change, tick, slowViews } = setUp()
  const { seen } = await open("link_1")
  let finish = () => {}
  slowViews(() => new Promise((done) => (finish = done)))
  change("col_1")
  await tick()
  slowViews(() => Promise.resolve())
  change("col_1")
  await tick()
  expect(seen).toEqual(["v0"])
  finish()
  await settle()
  expect(seen).toEqual(["v0", "v1", "v2"])
})

test("an expiring payment is read at its expiry without a write", async () => {
  const { open, change, tick, views } = setUp()
  const expires_at = new Date(START_MS + 10_000).toISOString()
  change("col_1", { expires_at })
  await open("link_1")
  views.length = 0
  for (let n = 0; n < 9; n++) await tick()
  expect(views).toEqual([])
  await tick()
  expect(views).toEqual(["link_1"])
  for (let n = 0; n < 5; n++) await tick()
  expect(views).toEqual(["link_1"])
})

test("a page without an address is read every two seconds", async () => {
  const { open, change, tick, views } = setUp()
  change("col_1", { status: "preparing" })
  await open("link_1")
  views.length = 0
  for (let n = 0; n < 10; n++) await tick()
  expect(views).toHaveLength(5)
})

test("an ended link closes only its own streams", async () => {
  const { open, change, tick, slowViews, watch } = setUp()
  const ended = [await open("link_1"), await open("link_1")]
  const other = await open("link_2")
  slowViews((link) =>
    link === "link_1"
      ? Promise.reject(new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such payment."))
      : Promise.resolve()
  )
  change("col_1")
  await tick()
  expect(ended.map(({ state }) => state.isEnded)).toEqual([true, true])
  expect(other.state.isEnded).toBe(false)
  expect(watch.watching).toBe(1)
})

test("a stream that stops reading is closed at the next tick", async () => {
  const { open, tick, watch } = setUp()
  const [slow, other] = [await open("link_1"), await open("link_1")]
  slow.state.isKept = false
  await tick()
  expect([slow.state.isEnded, other.state.isEnded, watch.watching]).toEqual([true, false, 1])
})

test("a hanging query blocks further queries while streams are kept alive", async () => {
  const { open, change, tick, reads, slowReads } = setUp()
  const { seen, state } = await open("link_1")
  let finish = () => {}
  slowReads(() => new Promise((done) => (finish = done)))
  for (let n = 0; n < 5; n++) await tick()
  expect(reads).toHaveLength(1)
  change("col_1")
  slowReads(() => Promise.resolve())
  finish()
  await settle()
  expect(seen).toEqual(["v0", "v1"])
  state.isKept = false
  await tick()
  expect(state.isEnded).toBe(true)
})

test("failed queries and views are reported and retried", async () => {
  const { open, change, tick, errors, slowReads, slowViews } = setUp()
  const { seen, state } = await open("link_1")
  const down = new Error("the database is gone")
  slowReads(() => Promise.reject(down))
  change("col_1")
  await tick()
  slowReads(() => Promise.resolve())
  slowViews(() => Promise.reject(down))
  await tick()
  slowViews(() => Promise.resolve())
  for (let n = 0; n < 5; n++) await tick()
  expect(errors).toEqual([down, down])
  expect([seen, state.isEnded]).toEqual([["v0", "v1"], false])
})

test("pages that open at once are read four at a time", async () => {
  const { open, slowViews } = setUp({ collections: 20 })
  const finish: (() => void)[] = []
  slowViews(() => new Promise((done) => finish.push(done)))
  const opened = Array.from({ length: 20 }, (_, n) => open(`link_${n}`))
  await settle()
  expect(finish).toHaveLength(4)
  slowViews(() => Promise.resolve())
  finish.forEach((done) => done())
  for (const { seen } of await Promise.all(opened)) expect(seen).toEqual(["v0"])
})

test("a change that the database notifies of is sent at once, by a query of its own", async () => {
  const { open, change, notice, noticed, reads } = setUp()
  const [first, second] = [await open("link_1"), await open("link_2")]
  change("col_1")
  change("col_2")
  await notice("col_1", "col_of_another_page")
  expect([first.seen, second.seen]).toEqual([["v0", "v1"], ["v0"]])
  expect([noticed, reads]).toEqual([[["col_1"]], []])
})

test("what is noticed during a query is compared in one query after it, with the pages whose turn it is", async () => {
  const { open, change, notice, noticed, reads, slowReads, tick } = setUp()
  const pages = [await open("link_0"), await open("link_1"), await open("link_2")]
  let finish = () => {}
  slowReads(() => new Promise((done) => (finish = done)))
  for (const collection of ["col_0", "col_1", "col_2"]) change(collection)
  await notice("col_0")
  await notice("col_1", "col_2", "col_1")
  slowReads(() => Promise.resolve())
  finish()
  await settle()
  await settle()
  expect(noticed).toEqual([["col_0"], ["col_1", "col_2"]])
  for (const { seen } of pages) expect(seen).toEqual(["v0", "v1"])
  slowReads(() => new Promise((done) => (finish = done)))
  await notice("col_0")
  await tick()
  change("col_2")
  await notice("col_2")
  slowReads(() => Promise.resolve())
  finish()
  await settle()
  await settle()
  expect(reads).toEqual([["col_2", "col_0", "col_1"]])
  expect(pages[2]?.seen).toEqual(["v0", "v1", "v2"])
})

test("while notifications arrive, every second tick queries, and compares as many pages in the same time", async () => {
  const { open, tick, reads, notices, change } = setUp({ collections: 600 })
  const pages = []
  for (let n = 0; n < 600; n++) pages.push(await open(`link_${n}`))
  notices.isLive = true
  for (let turn = 0; turn < 4; turn++) await tick()
  expect(reads.map((read) => read.length)).toEqual([500, 500])
  notices.isLive = false
  change("col_599")
  for (let turn = 0; turn < 3; turn++) await tick()
  expect(reads.map((read) => read.length)).toEqual([500, 500, 250, 250, 250])
  expect(pages[599]?.seen).toEqual(["v0", "v1"])
})
