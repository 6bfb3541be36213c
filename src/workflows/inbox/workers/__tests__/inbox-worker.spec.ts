import fc from "fast-check"
import { type DeliveryFailure, type DeliveryHandler, InboxWorker } from "../process-inbox"
import { MemoryInbox } from "../../../../modules/onchain/inbox/__tests__/memory-inbox"

const ids = (count: number) => Array.from({ length: count }, (_, index) => `dlv_${index}`)
const tick = () => new Promise(setImmediate)
const ignoreFailure = async () => Promise.resolve()

test.each([1, 2, 8])(
  "with a concurrency of %i it reaches as many at once and never more",
  async (concurrency) => {
    const inbox = new MemoryInbox().add(...ids(30))
    const worker = new InboxWorker(inbox, concurrency)
    let running = 0
    let peak = 0
    const handle: DeliveryHandler = async () => {
      peak = Math.max(peak, ++running)
      for (let turn = 0; turn < 5; turn++) await tick()
      running--
      return { state: "processed" }
    }
    await Promise.all(Array.from({ length: 20 }, () => worker.wake(handle, ignoreFailure)))
    expect(inbox.idsIn("processed")).toHaveLength(30)
    expect(peak).toBe(concurrency)
  }
)

test.each([
  ["an error", new Error("gateway is down"), "gateway is down"],
  ["a text", "gateway is down", "gateway is down"],
])("a handler that throws %s releases the delivery and the listener is called", async (_, thrown, reason) => {
  const inbox = new MemoryInbox(2).add("dlv_bad", "dlv_good")
  const failures: DeliveryFailure[] = []
  const handled = await new InboxWorker(inbox, 2).wake(
    ({ id }) => (id === "dlv_bad" ? Promise.reject(thrown) : Promise.resolve({ state: "processed" })),
    async (failure) => void failures.push(failure)
  )
  expect(failures.map(({ delivery, state }) => [delivery.id, delivery.attempts, state])).toEqual([
    ["dlv_bad", 1, "received"],
    ["dlv_bad", 2, "dead"],
  ])
  expect(failures.every(({ error }) => error === thrown)).toBe(true)
  expect(inbox.rows[0]).toMatchObject({ state: "dead", note: reason })
  expect(inbox.idsIn("processed")).toEqual(["dlv_good"])
  expect(handled).toBe(3)
})

test("a delivery that arrives while the last lane learns that there is none is still processed", async () => {
  const inbox = new MemoryInbox()
  const worker = new InboxWorker(inbox, 1)
  const handle: DeliveryHandler = async () => Promise.resolve({ state: "processed" })
  const looking = worker.wake(handle, ignoreFailure)
  inbox.add("dlv_late")
  expect(await Promise.all([worker.wake(handle, ignoreFailure), looking])).toEqual([0, 1])
})

test("however deliveries and wakes fall, none is left behind when all wakes have ended", async () => {
  const arrival = fc.record({ pause: fc.nat(4), work: fc.nat(4) })
  const arrivals = fc.array(arrival, { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 3 }), async (plan, concurrency) => {
      const inbox = new MemoryInbox()
      const worker = new InboxWorker(inbox, concurrency)
      const handle: DeliveryHandler = async ({ id }) => {
        for (let turn = plan[Number(id)]?.work ?? 0; turn > 0; turn--) await tick()
        return { state: "processed" }
      }
      const wakes: Promise<number>[] = []
      for (const [index, { pause }] of plan.entries()) {
        for (let turn = 0; turn < pause; turn++) await tick()
        inbox.add(String(index))
        wakes.push(worker.wake(handle, ignoreFailure))
      }
      await Promise.all(wakes)
      expect(inbox.idsIn("processed")).toHaveLength(plan.length)
    })
  )
})

test("one slow delivery does not keep the others waiting", async () => {
  const inbox = new MemoryInbox().add("dlv_slow", ...ids(3))
  const worker = new InboxWorker(inbox, 2)
  let release = () => {}
  const slow = new Promise<void>((end) => (release = end))
  const handle: DeliveryHandler = async ({ id }) => {
    if (id === "dlv_slow") await slow
    return { state: "processed" }
  }
  const first = worker.wake(handle, ignoreFailure)
  while (inbox.idsIn("processed").length < 3) await tick()
  inbox.add("dlv_new")
  const second = worker.wake(handle, ignoreFailure)
  while (inbox.idsIn("processed").length < 4) await tick()
  release()
  expect((await first) + (await second)).toBe(5)
})

const done: DeliveryHandler = async () => {
  for (let turn = 0; turn < 10; turn++) await tick()
  return { state: "processed" }
}

let unhandled: unknown[] = []
const note = (reason: unknown) => void unhandled.push(reason)
beforeEach(() => {
  unhandled = []
  process.on("unhandledRejection", note)
})
afterEach(() => void process.off("unhandledRejection", note))

/** An inbox whose database goes away after a number of claims. */
function inboxLostAfter(claims: number, ...ids: string[]): MemoryInbox {
  const inbox = new MemoryInbox().add(...ids)
  const claim = inbox.claim.bind(inbox)
  inbox.claim = async () => {
    if (inbox.claims < claims) return claim()
    await tick()
    throw new Error("connection terminated")
  }
  return inbox
}

test.each([0, 1, 2, 3])(
  "a database that is lost after %i claims fails the wake, and only the wake",
  async (claims) => {
    const inbox = inboxLostAfter(claims, "dlv_a", "dlv_b", "dlv_c")
    const worker = new InboxWorker(inbox, 4)
    await expect(worker.wake(done, ignoreFailure)).rejects.toThrow("connection terminated")
    for (let turn = 0; turn < 20; turn++) await tick()
    expect(unhandled).toEqual([])
    expect(inbox.idsIn("processed")).toHaveLength(claims)
  }
)

test("a wake that fails ends after everything it began", async () => {
  const inbox = inboxLostAfter(2, "dlv_short", "dlv_long")
  const wake = new InboxWorker(inbox, 2).wake(async ({ id }) => {
    for (let turn = id === "dlv_short" ? 2 : 40; turn > 0; turn--) await tick()
    return { state: "processed" }
  }, ignoreFailure)
  await expect(wake).rejects.toThrow("connection terminated")
  expect(inbox.idsIn("processed")).toEqual(["dlv_short", "dlv_long"])
})

test("lanes that failed are free again", async () => {
  const inbox = new MemoryInbox().add("dlv_a", "dlv_b")
  const claim = inbox.claim.bind(inbox)
  inbox.claim = () => Promise.reject(new Error("connection terminated"))
  const worker = new InboxWorker(inbox, 2)
  for (let wake = 0; wake < 5; wake++) {
    await expect(worker.wake(done, ignoreFailure)).rejects.toThrow("connection terminated")
  }
  inbox.claim = claim
  expect(await worker.wake(done, ignoreFailure)).toBe(2)
})

test("an error of the failure listener is not swallowed", async () => {
  const inbox = new MemoryInbox().add("dlv_a")
  const wake = new InboxWorker(inbox, 2).wake(
    () => Promise.reject(new Error("gateway is down")),
    () => Promise.reject(new Error("event bus is down"))
  )
  await expect(wake).rejects.toThrow("event bus is down")
  expect(inbox.idsIn("dead")).toEqual(["dlv_a"])
})

test("a delivery whose result cannot be stored counts as failed, so that it is tried again", async () => {
  const inbox = new MemoryInbox(2).add("dlv_a")
  const finish = inbox.finish.bind(inbox)
  let stores = 0
  inbox.finish = (...result) =>
    stores++ === 0 ? Promise.reject(new Error("connection terminated")) : finish(...result)
  expect(await new InboxWorker(inbox, 1).wake(done, ignoreFailure)).toBe(2)
  expect(inbox.rows[0]).toMatchObject({ state: "processed", attempts: 2 })
})
