import { sampleCheckout } from "../../../types/http/__tests__/sample-checkout"
import { CheckoutApi } from "../checkout-api"
import { LiveUpdates } from "../live-updates"

type Answer = number | "unreachable"

/** A browser whose stream, network and timers the test controls. */
function setUp({ hasStreams = true }: { hasStreams?: boolean } = {}) {
  const heard: string[] = []
  const timers = new Map<number, { run: () => void; ms: number }>()
  const asked: string[] = []
  let answers: Answer[] = []
  const streams: FakeStream[] = []
  let nowMs = 0
  const api = new CheckoutApi("/pay/t", async (url) => {
    asked.push(String(url))
    const answer = answers.shift() ?? 200
    if (answer === "unreachable") throw new TypeError("failed to fetch")
    return new Response(JSON.stringify(sampleCheckout()), { status: answer })
  })
  const live = new LiveUpdates(
    api,
    {
      openStream: hasStreams
        ? (url) => {
            const stream = new FakeStream(url)
            streams.push(stream)
            return stream as EventTarget as EventSource
          }
        : null,
      setTimer: (run, ms) => {
        timers.set(timers.size + 1, { run, ms })
        return timers.size
      },
      clearTimer: (id) => void timers.delete(id),
      now: () => nowMs,
    },
    {
      onCheckout: ({ payment }) => heard.push(payment.status),
      onConnection: (isConnected) => heard.push(isConnected ? "connected" : "lost"),
      onGone: () => heard.push("gone"),
    }
  )
  /** Runs the timer that waits, and what follows. */
  const tick = async () => {
    const [id, timer] = [...timers][0] ?? []
    if (id === undefined || !timer) throw new Error("no timer waits")
    timers.delete(id)
    timer.run()
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
    return timer.ms
  }
  const pass = (ms: number) => (nowMs += ms)
  return { live, heard, timers, asked, streams, tick, pass, answer: (...next: Answer[]) => (answers = next) }
}

class FakeStream extends EventTarget {
  readyState = 0
  constructor(readonly url: string) {
    super()
  }
  open() {
    this.readyState = 1
    this.dispatchEvent(new Event("open"))
  }
  send(text: string) {
    this.dispatchEvent(Object.assign(new Event("checkout"), { data: text }))
  }
  fail(readyState: number) {
    this.readyState = readyState
    this.dispatchEvent(new Event("error"))
  }
  close() {
    this.readyState = 2
  }
}

test("events are shown, and nothing is polled while the stream works", () => {
  const { live, heard, streams, timers } = setUp()
  live.start()
  live.start()
  expect(streams.map(({ url }) => url)).toEqual(["/pay/t/events"])
  streams[0]?.open()
  streams[0]?.send(JSON.stringify(sampleCheckout({ status: "paid" })))
  expect(heard).toEqual(["connected", "connected", "paid"])
  expect(timers.size).toBe(0)
})

test("the status is polled only while the browser reconnects", async () => {
  const { live, heard, streams, tick, timers } = setUp()
  live.start()
  streams[0]?.fail(0)
  expect(await tick()).toBe(2_000)
  expect(heard).toEqual(["connected", "awaiting_payment"])
  expect(timers.size).toBe(1)
  streams[0]?.open()
  expect(timers.size).toBe(0)
})

test("a stream that fails repeatedly is not reopened", () => {
  const { live, streams } = setUp()
  live.start()
  for (let failure = 0; failure < 3; failure += 1) streams[0]?.fail(0)
  live.stop()
  live.start()
  expect(streams).toHaveLength(1)
})

test("a stream that failed during an outage is reopened once a poll succeeds", async () => {
  const { live, streams, tick, answer, heard } = setUp()
  answer("unreachable", 502, 200)
  live.start()
  for (let failure = 0; failure < 3; failure += 1) streams[0]?.fail(0)
  for (let poll = 0; poll < 3; poll += 1) await tick()
  expect(heard).toEqual(["lost", "lost", "connected", "awaiting_payment"])
  expect(streams.map(({ readyState }) => readyState)).toEqual([2, 0])
})

test("failing polls back off from 2 s to 30 s, and a success resets the pace", async () => {
  const { live, tick, answer, heard } = setUp({ hasStreams: false })
  answer("unreachable", 503, 500, 429, "unreachable", "unreachable", 200)
  live.start()
  const pauses: number[] = []
  for (let poll = 0; poll < 8; poll += 1) pauses.push(await tick())
  expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 2_000])
  expect(heard).toEqual([
    "lost",
    "lost",
    "lost",
    "connected",
    "awaiting_payment",
    "connected",
    "awaiting_payment",
  ])
})

test("an ended link is reported once, and nothing more is read", async () => {
  const { live, tick, answer, heard, timers } = setUp({ hasStreams: false })
  answer(404)
  live.start()
  await tick()
  expect(heard).toEqual(["gone"])
  expect(timers.size).toBe(0)
})

test("an answer requested before a stop is not shown after a restart", async () => {
  const { live, heard } = setUp()
  live.start()
  const poll = live.poll()
  live.stop()
  live.start()
  await poll
  expect(heard).toEqual([])
})

test("a stream that the server ends after a while is always reopened", () => {
  const { live, streams, pass } = setUp()
  live.start()
  for (let times = 1; times <= 10; times += 1) {
    streams[0]?.open()
    pass(900_000)
    streams[0]?.fail(0)
    expect(streams[0]?.readyState).toBe(0)
  }
})
