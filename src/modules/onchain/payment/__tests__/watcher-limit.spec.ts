import { WatcherLimit } from "../live-updates"

const limit = () => new WatcherLimit({ watchersPerProcess: 5, watchersPerAddress: 2 })

test("a client address has a limit, and a closed stream frees a place", () => {
  const places = limit()
  const leave = places.enter("203.0.113.1")
  places.enter("203.0.113.1")
  expect(places.enter("203.0.113.1")).toBe("client_full")
  expect(places.enter("203.0.113.2")).toBeInstanceOf(Function)
  if (typeof leave === "string") throw new Error(leave)
  leave()
  leave()
  expect(places.enter("203.0.113.1")).toBeInstanceOf(Function)
  expect(places.enter("203.0.113.1")).toBe("client_full")
  expect(places.open).toBe(3)
})

test("a trusted address has only the process limit", () => {
  const places = limit()
  const entered = Array.from({ length: 5 }, () => places.enter(null))
  expect(entered.every((leave) => typeof leave === "function")).toBe(true)
  expect(places.enter(null)).toBe("process_full")
  expect(places.enter("203.0.113.1")).toBe("process_full")
})
