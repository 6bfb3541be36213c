import fc from "fast-check"
import { createSandbox } from "../create-sandbox"
import { createAgenda, createClock, createTaskQueue } from "../time/agenda"
import { usdcOnBase } from "./in-process"

describe("the clock", () => {
  it("stands still when manual and never goes back", () => {
    const clock = createClock("manual", 1_000)
    clock.reach(1_500)
    clock.reach(1_200)
    expect(clock.now()).toBe(1_500)
  })

  it("follows real time when flowing, plus what was skipped", () => {
    let wallMs = 50
    const clock = createClock("flowing", 1_000, () => wallMs)
    clock.reach(1_300)
    wallMs += 7
    expect(clock.now()).toBe(1_307)
  })
})

describe("the agenda", () => {
  it("runs work in order of time, then of scheduling, including work added on the way", async () => {
    const clock = createClock("manual", 0)
    const agenda = createAgenda(clock)
    const seen: string[] = []
    const note = (name: string) => () => seen.push(`${name}@${clock.now()}`)
    agenda.schedule(20, note("c"))
    agenda.schedule(10, note("a"))
    agenda.schedule(10, () => agenda.schedule(15, note("b")))
    agenda.schedule(31, note("later"))
    let instants = 0
    await agenda.runUntil(30, async () => {
      instants += 1
    })
    expect(seen).toEqual(["a@10", "b@15", "c@20"])
    expect([instants, clock.now()]).toEqual([3, 30])
  })
})

describe("a flowing sandbox", () => {
  it("adds blocks by itself", async () => {
    const sandbox = await createSandbox({ clock: "flowing", blockTimeMs: 20 })
    const { businessId, apiKey } = sandbox.credentials
    const created = await fetch(`${sandbox.url}/businesses/${businessId}/invoices`, {
      method: "POST",
      headers: { "x-api-key": apiKey, "content-type": "application/json", "idempotency-key": "one" },
      body: JSON.stringify({ amount: "1", ...usdcOnBase }),
    })
    const { id } = (await created.json()) as { id: string }
    await sandbox.pay(id)
    const deadline = Date.now() + 60_000
    while (sandbox.invoices()[0]?.status !== "paid" && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(sandbox.invoices()).toMatchObject([{ status: "paid" }])
    expect(Math.abs(sandbox.now() - Date.now())).toBeLessThan(1_000)
    await sandbox.close()
  })
})

describe("the task queue", () => {
  it("keeps the order when tasks are removed in between", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.boolean())), (steps) => {
        const queue = createTaskQueue<number>()
        let waiting: { atMs: number; index: number }[] = []
        steps.forEach(([atMs, isTaken], index) => {
          queue.add(atMs, index)
          expect(queue.takeDue(-1)).toBeUndefined()
          waiting.push({ atMs, index })
          if (!isTaken) return
          const first = [...waiting].sort((a, b) => a.atMs - b.atMs || a.index - b.index)[0]
          waiting = waiting.filter((entry) => entry !== first)
          expect(queue.takeDue(9)).toMatchObject({ atMs: first?.atMs, task: first?.index })
        })
      })
    )
  })
})
