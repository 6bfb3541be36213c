import locks from "@medusajs/locking"
import { describeProcesses, findOwnMemory } from "../shared-status"

const redis = () => "/shop/node_modules/@medusajs/medusa/dist/modules/workflow-engine-redis.js"
const local = (key: string) =>
  `/shop/node_modules/@medusajs/medusa/dist/modules/${key === "event_bus" ? "event-bus-local" : "workflow-engine-inmemory"}.js`

describe("processes on one database", () => {
  it("are an error while each has its own locks, events or workflows, and the error says what to do", () => {
    expect(describeProcesses(1, ["locks", "events"])).toMatchObject([
      {
        id: "processes",
        status: "error",
        message: expect.stringMatching(
          /^2 processes .* its own locks, events, in memory: .* Configure Redis .*production\.md/
        ),
      },
    ])
  })

  it("are no finding when they share all of it, and neither is a single process", () => {
    expect(describeProcesses(3, [])).toEqual([])
    expect(describeProcesses(0, ["locks", "events", "workflows"])).toEqual([])
  })
})

describe("what a process has for itself", () => {
  it.each([
    [{ defaultProviderId: "in-memory" }, redis, ["locks"]],
    [{ defaultProviderId: "locking-redis" }, redis, []],
    [{ defaultProviderId: "locking-redis" }, local, ["events", "workflows"]],
    [{ defaultProviderId: "in-memory" }, local, ["locks", "events", "workflows"]],
    [{}, () => "", []],
  ])("is read from the modules that are in use: %j", (locking, resolutionOf, own) => {
    expect(findOwnMemory(locking, resolutionOf)).toEqual(own)
  })

  it("is found in the locking module as Medusa makes it", () => {
    const locking = Reflect.construct(locks.service, [{ default_provider: "in-memory" }, {}])
    expect(findOwnMemory(locking, redis)).toEqual(["locks"])
  })
})
