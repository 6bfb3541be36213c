import { ContainerRegistrationKeys, createMedusaContainer, Modules } from "@medusajs/framework/utils"
import { completePaidCart } from "../capture"

const INPUT = { cartId: "cart_1", sessionId: "payses_ours", collectionId: "pay_col_1" }

/** A container that can delete sessions and complete no cart. */
function containerWith(sessions: object[]) {
  const container = createMedusaContainer()
  const told: string[] = []
  const tell = (what: string) => async (id: string | string[]) => {
    told.push(`${what} ${String(id)}`)
  }
  const registered = {
    [ContainerRegistrationKeys.QUERY]: { graph: async () => ({ data: sessions }) },
    [Modules.LOCKING]: { acquire: tell("lock"), release: tell("release") },
    [Modules.PAYMENT]: { deletePaymentSession: tell("delete") },
  }
  for (const [name, value] of Object.entries(registered)) container.register(name, { resolve: () => value })
  return { container, told }
}

test("a session that another payment of the cart has deleted deletes nothing and completes nothing", async () => {
  const { container, told } = containerWith([{ id: "payses_other", payment: null }])
  await completePaidCart(container, INPUT)
  expect(told).toEqual(["lock cart_1", "release cart_1"])
})

test("sessions that were read without their payments are refused, not taken as unpaid", async () => {
  const { container, told } = containerWith([{ id: "payses_ours" }, { id: "payses_other" }])
  await expect(completePaidCart(container, INPUT)).rejects.toThrow("payment")
  expect(told).toEqual(["lock cart_1", "release cart_1"])
})
