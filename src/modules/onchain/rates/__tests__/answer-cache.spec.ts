import { AnswerCache } from "../price-sources"

const times = { cacheMs: 1_000, maxAgeMs: 5_000 }
const down = new Error("down")

function setUp() {
  let nowMs = 1_700_000_000_000
  const cache = new AnswerCache<string>(() => nowMs)
  let answer: () => Promise<string> = () => Promise.resolve("first")
  let calls = 0
  const get = async (key = "k") =>
    (
      await cache.get(key, times, () => {
        calls++
        return answer()
      })
    ).value
  return {
    get,
    cache,
    calls: () => calls,
    wait: (ms: number) => (nowMs += ms),
    nowMs: () => nowMs,
    say: (next: () => Promise<string>) => (answer = next),
  }
}

test("an answer is reused until cacheMs has passed", async () => {
  const { get, wait, say, calls } = setUp()
  await get()
  say(() => Promise.resolve("second"))
  wait(999)
  expect(await get()).toBe("first")
  wait(1)
  expect(await get()).toBe("second")
  expect(calls()).toBe(2)
})

test("concurrent callers of a key share one call", async () => {
  const { get, say, calls } = setUp()
  let finish: (value: string) => void = () => undefined
  say(() => new Promise((resolve) => (finish = resolve)))
  const both = Promise.all([get(), get()])
  finish("shared")
  expect(await both).toEqual(["shared", "shared"])
  expect(calls()).toBe(1)
  say(() => Promise.resolve("other"))
  expect(await get("other")).toBe("other")
})

test("after a failed call the last answer is used with its original time until maxAgeMs", async () => {
  const { get, cache, wait, say, nowMs } = setUp()
  const startMs = nowMs()
  await get()
  say(() => Promise.reject(down))
  wait(5_000)
  expect(await cache.get("k", times, () => Promise.reject(down))).toEqual({
    ...{ value: "first", requestedAtMs: startMs },
  })
  wait(1)
  await expect(get()).rejects.toBe(down)
})

test("a failed source is called again only after a pause", async () => {
  const { get, wait, say, calls } = setUp()
  say(() => Promise.reject(down))
  await expect(get()).rejects.toBe(down)
  say(() => Promise.resolve("back"))
  wait(14_999)
  await expect(get()).rejects.toBe(down)
  expect(calls()).toBe(1)
  wait(1)
  expect(await get()).toBe("back")
})

test("setting the clock back makes no answer younger", async () => {
  const { get, wait, say } = setUp()
  await get()
  say(() => Promise.resolve("second"))
  wait(-3_600_000)
  expect(await get()).toBe("second")
})

test("the memory is bounded: the oldest key is dropped", async () => {
  const { get, calls } = setUp()
  for (let n = 0; n <= 500; n++) await get(`key ${n}`)
  await get("key 500")
  expect(calls()).toBe(501)
  await get("key 0")
  expect(calls()).toBe(502)
})
