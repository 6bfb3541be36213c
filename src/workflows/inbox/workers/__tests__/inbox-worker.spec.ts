import fc from "fast-check"
import { asValue } from "@medusajs/framework/awilix"
import { ContainerRegistrationKeys, createMedusaContainer } from "@medusajs/framework/utils"
import type { ClaimedDelivery } from "../../../../modules/onchain/inbox/inbox"
import { MemoryInbox } from "../../../../modules/onchain/inbox/__tests__/memory-inbox"
import { Worker } from "../../../worker"
import { processDelivery } from "../process-inbox"

type Handle = (delivery: ClaimedDelivery) => Promise<{ state: "processed" }>

function workerOn(inbox: MemoryInbox, concurrency: number) {
  const container = createMedusaContainer()
  container.register("onchain", asValue({ inbox, counters: { add: () => undefined } }))
  container.register(ContainerRegistrationKeys.LOGGER, asValue({ warn: () => undefined }))
  const worker = new Worker(async () => (await inbox.claim()) ?? undefined, concurrency)
  const wake = (handle: Handle) =>
    worker.wake((claimed) => processDelivery(container, claimed, (_, delivery) => handle(delivery)))
  return { wake }
}

const ids = (count: number) => Array.from({ length: count }, (_, index) => `dlv_${index}`)
const tick = () => new Promise(setImmediate)

test.each([1, 2, 8])(
  "with a concurrency of %i it reaches as many at once and never more",
  async (concurrency) => {
    const inbox = new MemoryInbox().add(...ids(30))
    const worker = workerOn(inbox, concurrency)
    let running = 0
    let peak = 0
    const handle: Handle = async () => {
      peak = Math.max(peak, ++running)
      for (let turn = 0; turn < 5; turn++) await tick()
      running--
      return { state: "processed" }
    }
    await Promise.all(Array.from({ length: 20 }, () => worker.wake(handle)))
    expect(inbox.idsIn("processed")).toHaveLength(30)
    expect(peak).toBe(concurrency)
  }
)

test.each([
  ["an error", new Error("gateway is down"), "gateway is down"],
  ["a text", "gateway is down", "gateway is down"],
])(
  "a handler that throws %s releases the delivery, and ends it after too many attempts",
  async (_, thrown, reason) => {
    const inbox = new MemoryInbox(2).add("dlv_bad", "dlv_good")
    const handled = await workerOn(inbox, 2).wake(({ id }) =>
      id === "dlv_bad" ? Promise.reject(thrown) : Promise.resolve({ state: "processed" })
    )
    expect(inbox.rows[0]).toMatchObject({ state: "dead", attempts: 2, note: reason })
    expect(inbox.idsIn("processed")).toEqual(["dlv_good"])
    expect(handled).toBe(3)
  }
)

test("a delivery that arrives while the last lane learns that there is none is still processed", async () => {
  const inbox = new MemoryInbox()
  const worker = workerOn(inbox, 1)
  const handle: Handle = async () => Promise.resolve({ state: "processed" })
  const looking = worker.wake(handle)
  inbox.add("dlv_late")
  expect(await Promise.all([worker.wake(handle), looking])).toEqual([0, 1])
})

test("however deliveries and wakes fall, none is left behind when all wakes have ended", async () => {
  const arrival = fc.record({ pause: fc.nat(4), work: fc.nat(4) })
  const arrivals = fc.array(arrival, { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 3 }), async (plan, concurrency) => {
      const inbox = new MemoryInbox()
      const worker = workerOn(inbox, concurrency)
      const handle: Handle = async ({ id }) => {
        for (let turn = plan[Number(id)]?.work ?? 0; turn > 0; turn--) await tick()
        return { state: "processed" }
      }
      const wakes: Promise<number>[] = []
      for (const [index, { pause }] of plan.entries()) {
        for (let turn = 0; turn < pause; turn++) await tick()
        inbox.add(String(index))
        wakes.push(worker.wake(handle))
      }
      await Promise.all(wakes)
      expect(inbox.idsIn("processed")).toHaveLength(plan.length)
    })
  )
})

test("one slow delivery does not keep the others waiting", async () => {
  const inbox = new MemoryInbox().add("dlv_slow", ...ids(3))
  const worker = workerOn(inbox, 2)
  let release = () => {}
  const slow = new Promise<void>((end) => (release = end))
  const handle: Handle = async ({ id }) => {
    if (id === "dlv_slow") await slow
    return { state: "processed" }
  }
  const first = worker.wake(handle)
  while (inbox.idsIn("processed").length < 3) await tick()
  inbox.add("dlv_new")
  const second = worker.wake(handle)
  while (inbox.idsIn("processed").length < 4) await tick()
  release()
  expect((await first) + (await second)).toBe(5)
})

const done: Handle = async () => {
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
    const worker = workerOn(inbox, 4)
    await expect(worker.wake(done)).rejects.toThrow("connection terminated")
    for (let turn = 0; turn < 20; turn++) await tick()
    expect(unhandled).toEqual([])
    expect(inbox.idsIn("processed")).toHaveLength(claims)
  }
)

test("a wake that fails ends after everything it began", async () => {
  const inbox = inboxLostAfter(2, "dlv_short", "dlv_long")
  const wake = workerOn(inbox, 2).wake(async ({ id }) => {
    for (let turn = id === "dlv_short" ? 2 : 40; turn > 0; turn--) await tick()
    return { state: "processed" }
  })
  await expect(wake).rejects.toThrow("connection terminated")
  expect(inbox.idsIn("processed")).toEqual(["dlv_short", "dlv_long"])
})

test("lanes that failed are free again", async () => {
  const inbox = new MemoryInbox().add("dlv_a", "dlv_b")
  const claim = inbox.claim.bind(inbox)
  inbox.claim = () => Promise.reject(new Error("connection terminated"))
  const worker = workerOn(inbox, 2)
  for (let wake = 0; wake < 5; wake++) {
    await expect(worker.wake(done)).rejects.toThrow("connection terminated")
  }
  inbox.claim = claim
  expect(await worker.wake(done)).toBe(2)
})

test("a delivery whose result cannot be stored counts as failed, so that it is tried again", async () => {
  const inbox = new MemoryInbox(2).add("dlv_a")
  const finish = inbox.finish.bind(inbox)
  let stores = 0
  inbox.finish = (...result) =>
    stores++ === 0 ? Promise.reject(new Error("connection terminated")) : finish(...result)
  expect(await workerOn(inbox, 1).wake(done)).toBe(2)
  expect(inbox.rows[0]).toMatchObject({ state: "processed", attempts: 2 })
})
