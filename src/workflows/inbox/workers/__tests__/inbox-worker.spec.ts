import fc from "fast-check"
import { type DeliveryFailure, type DeliveryHandler, InboxWorker } from "../process-inbox"
import { MemoryInbox } from "../../../../modules/onchain/inbox/__tests__/memory-inbox"

const ids = (count: number) => Array.from({ length: count }, (_, index) => `dlv_${index}`)
const tick = () => new Promise(setImmediate)
const ignoreFailure = async () => Promise.resolve()

/** A handler whose deliveries end when told to. */
function heldHandler() {
  const waiting = new Map<string, () => void>()
  let peak = 0
  const handle: DeliveryHandler = async ({ id }) => {
    await new Promise<void>((resolve) => {
      waiting.set(id, resolve)
      peak = Math.max(peak, waiting.size)
    })
    waiting.delete(id)
    return { state: "processed" }
  }
  return { handle, waiting, peak: () => peak, release: (id: string) => waiting.get(id)?.() }
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let turn = 0; turn < 500 && !isTrue(); turn++) await tick()
  expect(isTrue()).toBe(true)
}

test("one wake processes everything that is due, each delivery once", async () => {
  const inbox = new MemoryInbox().add(...ids(25))
  const seen: string[] = []
  const handled = await new InboxWorker(inbox, 4).wake(async ({ id }) => {
    seen.push(id)
    await tick()
    return { state: "processed" }
  }, ignoreFailure)
  expect(handled).toBe(25)
  expect([...seen].sort()).toEqual(ids(25).sort())
  expect(inbox.idsIn("processed")).toHaveLength(25)
})

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

test("a delivery is marked as its handler says, with its note", async () => {
  const inbox = new MemoryInbox().add("dlv_a", "dlv_b")
  await new InboxWorker(inbox, 1).wake(
    async ({ id }) =>
      Promise.resolve(id === "dlv_a" ? { state: "ignored", note: "no handler" } : { state: "processed" }),
    ignoreFailure
  )
  expect(inbox.rows).toMatchObject([
    { id: "dlv_a", state: "ignored", note: "no handler" },
    { id: "dlv_b", state: "processed", note: null },
  ])
})

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
  const inbox = new MemoryInbox().add(...ids(3))
  const worker = new InboxWorker(inbox, 3)
  const { handle, waiting, release } = heldHandler()
  const first = worker.wake(handle, ignoreFailure)
  await until(() => waiting.size === 3)
  release("dlv_0")
  release("dlv_1")
  await until(() => inbox.idsIn("processed").length === 2)
  for (let turn = 0; turn < 5; turn++) await tick()

  inbox.add("dlv_new_0", "dlv_new_1")
  const second = worker.wake(handle, ignoreFailure)
  await until(() => waiting.has("dlv_new_0") && waiting.has("dlv_new_1"))
  for (const id of [...waiting.keys()]) release(id)
  expect((await first) + (await second)).toBe(5)
})
