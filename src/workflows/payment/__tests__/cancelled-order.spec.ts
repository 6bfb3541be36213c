import { ContainerRegistrationKeys, createMedusaContainer, Modules } from "@medusajs/framework/utils"
import { holdCancellableOrder } from "../close-order"

/** An order whose payment was captured long ago: nothing looks at it any more. */
function storeWith(told: string[]) {
  const container = createMedusaContainer()
  const order = { id: "order_1", payment_collections: [{ id: "pay_col_1", payment_sessions: [] }] }
  const onchain = {
    orderFollowUps: {
      listOfOrder: async () => [{ id: "ocpay_1" }],
      watchClosing: async (ids: string[]) => told.push(`watch ${ids.join()}`),
    },
    exclusiveWork: { run: (_: string, job: () => Promise<unknown>) => job() },
    collectionAmounts: { ownersOf: async () => ({ order: null, cart: null }) },
    status: { earliestTime: async () => 0 },
  }
  const graph = async ({ entity }: { entity: string }) => ({ data: entity === "order" ? [order] : [] })
  const registered = {
    onchain,
    [ContainerRegistrationKeys.QUERY]: { graph },
    [Modules.LOCKING]: { acquire: async () => undefined, release: async () => true },
  }
  for (const [name, value] of Object.entries(registered)) container.register(name, { resolve: () => value })
  return container
}

test("a cancellation is looked at later, whatever becomes of its event and its refund", async () => {
  const told: string[] = []
  const cancel = async () => void told.push("cancel")
  await holdCancellableOrder(storeWith(told), "order_1", cancel)
  expect(told).toEqual(["watch ocpay_1", "cancel"])
})
