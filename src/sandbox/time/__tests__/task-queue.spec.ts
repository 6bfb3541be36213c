import fc from "fast-check"
import { createTaskQueue } from "../agenda"

describe("the task queue", () => {
  it("keeps the order when tasks are removed in between", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.boolean())), (steps) => {
        const queue = createTaskQueue<number>()
        let waiting: { atMs: number; index: number }[] = []
        steps.forEach(([atMs, isTaken], index) => {
          queue.add(atMs, index)
          waiting.push({ atMs, index })
          if (!isTaken) return
          const first = [...waiting].sort((a, b) => a.atMs - b.atMs || a.index - b.index)[0]
          waiting = waiting.filter((entry) => entry !== first)
          expect(queue.takeDue(9)).toMatchObject({ atMs: first?.atMs, task: first?.index })
        })
      })
    )
  })

  it("returns nothing that is not due", () => {
    const queue = createTaskQueue<string>()
    queue.add(10, "later")
    expect(queue.takeDue(9)).toBeUndefined()
    expect(queue.takeDue(10)).toMatchObject({ atMs: 10, task: "later" })
    expect(queue.takeDue(10)).toBeUndefined()
  })
})
