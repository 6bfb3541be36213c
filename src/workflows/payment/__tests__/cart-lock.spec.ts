import { asValue } from "@medusajs/framework/awilix"
import { createMedusaContainer } from "@medusajs/framework/utils"
import { withCartLock } from "../capture"

const locking = { acquire: jest.fn(() => Promise.resolve()), release: jest.fn(() => Promise.resolve(true)) }
const warn = jest.fn()
const container = createMedusaContainer()
container.register({ locking: asValue(locking), logger: asValue({ warn }) })

describe("work under the lock of a cart", () => {
  it("stands when Redis is gone before the lock is released", async () => {
    locking.release.mockRejectedValueOnce(new Error("Connection is closed."))
    expect(await withCartLock(container, "cart_1", () => Promise.resolve("captured"))).toBe("captured")
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/lock of cart_1 .* Connection is closed/))
  })

  it("that fails says why, also then", async () => {
    locking.release.mockRejectedValueOnce(new Error("Connection is closed."))
    const failing = withCartLock(container, "cart_1", () =>
      Promise.reject(new Error("the order is cancelled"))
    )
    await expect(failing).rejects.toThrow("the order is cancelled")
  })
})
