import { setTimeout as later } from "node:timers/promises"
import { exclusivelyBy, inTime } from "../claim"

const failing = async (ms: number, words: string) => {
  await later(ms)
  throw new Error(words)
}

test("what is in time is returned, errors too", async () => {
  expect(await inTime(later(1, "done"), 1_000)).toBe("done")
  await expect(inTime(failing(1, "no"), 1_000)).rejects.toThrow("no")
})

test("a late result is not awaited, and its error has no effect", async () => {
  expect(await inTime(failing(30, "too late"), 5)).toBeUndefined()
  await later(50)
})

test("a lock is not kept for work that never ends", async () => {
  const held = new Set<string>()
  const execute = async <T>(keys: string | string[], job: () => Promise<T>) => {
    held.add(String(keys))
    return job().finally(() => held.delete(String(keys)))
  }
  const exclusively = exclusivelyBy({ execute }, { longestMs: 20 })
  await expect(exclusively("payment", () => new Promise(() => {}))).rejects.toThrow("not awaited")
  expect(held.size).toBe(0)
  expect(await exclusively("payment", () => Promise.resolve("captured"))).toBe("captured")
})
