import { createMedusaContainer } from "@medusajs/framework/utils"
import { asFunction } from "@medusajs/framework/awilix"
import { perStore } from "../per-store"

/** A module that is resolved as a new proxy each time, as workflows do. */
function storeOf(module: { options: object }) {
  const container = createMedusaContainer()
  container.register(
    "onchain",
    asFunction(() => new Proxy(module, {}))
  )
  return container
}

describe("a worker of a store", () => {
  const workerOf = perStore(() => ({}))

  test("is the same for every workflow that resolves the module", () => {
    const container = storeOf({ options: {} })
    expect(workerOf(container)).toBe(workerOf(container))
  })

  test("is another one for another store of the process", () => {
    expect(workerOf(storeOf({ options: {} }))).not.toBe(workerOf(storeOf({ options: {} })))
  })
})
