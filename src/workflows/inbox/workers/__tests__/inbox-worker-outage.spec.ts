import { type DeliveryHandler, InboxWorker } from "../process-inbox"
import { MemoryInbox } from "../../../../modules/onchain/inbox/__tests__/memory-inbox"

const tick = () => new Promise(setImmediate)
const done: DeliveryHandler = async () => {
  for (let turn = 0; turn < 10; turn++) await tick()
  return { state: "processed" }
}
const ignoreFailure = async () => Promise.resolve()

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
