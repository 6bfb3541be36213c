import { ContainerRegistrationKeys, createMedusaContainer, Modules } from "@medusajs/framework/utils"
import { samplePayment } from "../../../modules/onchain/payment/__tests__/sample-payment"
import { resolveUnallocatedPayment } from "../resolve-payment"
import { settlePayment } from "../settle-payment"

const PAYMENT = samplePayment({
  ...{ state: "settled", gateway_status: "paid", collection_id: "pay_col_1" },
  abandoned_at: new Date("2026-01-02T03:05:00.000Z"),
})
const INVOICE = {
  ...{ id: "inv_1", status: "paid", chain: "evm", networkId: "base-mainnet", token: "USDC", amount: "12.5" },
}
const CAPTURE = {
  ...{ currency_code: "usd", payment_collection_id: "pay_col_1", refunds: [] },
  captures: [{ id: "capt_1", raw_amount: { value: "12.5" } }],
}

/** A store whose session is deleted and whose cart has no order. */
function store(captures: readonly object[][]) {
  const container = createMedusaContainer()
  const held: string[] = []
  const readings = [...captures]
  const onchain = {
    ...{ clock: () => Date.parse("2026-01-02T03:10:00.000Z"), options: { maxShortfallBps: 100 } },
    payments: {
      find: async () => PAYMENT,
      findAny: async () => PAYMENT,
      holdForReview: async (_: object, reason: string) => held.push(reason) > 0,
    },
    paymentChecks: { plan: async () => undefined },
    sessionGuard: { noteDeleted: async () => undefined },
    refunds: { hasOrderRefund: async () => false },
    collectionAmounts: {
      ownersOf: async () => ({ order: null, cart: { id: "cart_1", isCompleted: false, customerId: null } }),
    },
    refreshPayment: async () => ({ payment: PAYMENT, invoice: INVOICE }),
  }
  const last = readings.at(-1) ?? []
  const graph = async ({ entity }: { entity: string }) => ({
    data: entity === "payment" ? (readings.shift() ?? last) : [],
  })
  const registered = {
    ...{ onchain, logger: { info: () => undefined, warn: () => undefined } },
    [ContainerRegistrationKeys.QUERY]: { graph },
    [Modules.LOCKING]: {
      execute: async (_: string[], job: () => Promise<unknown>) => job(),
      acquire: async () => undefined,
      release: async () => true,
    },
  }
  for (const [name, value] of Object.entries(registered)) container.register(name, { resolve: () => value })
  return { held, settle: () => settlePayment(container, PAYMENT) }
}

test("money of a deleted session is held for review, also when Medusa has captured it without an order", async () => {
  const { held, settle } = store([[CAPTURE]])
  expect(await settle()).toBe("unallocated")
  expect(held).toEqual(["session_deleted"])
})

test("a capture that the facts do not show yet is read again before its money is held", async () => {
  // Facts of the first round, facts under the lock, and the question before the money is held.
  const { held, settle } = store([[], [], [CAPTURE]])
  expect(await settle()).toBe("unallocated")
  expect(held).toEqual(["session_deleted"])
})

test("money that Medusa has captured for its order since it was held is not spent twice, and is checked at once", async () => {
  const held = samplePayment({ ...PAYMENT, state: "unallocated", unallocated_reason: "cart_gone" })
  const container = createMedusaContainer()
  const told: string[] = []
  const onchain = {
    ...{ clock: Date.now, options: { payouts: { allowedUsers: [] } } },
    paymentList: { findHeld: async () => held },
    payments: { findAny: async () => held },
    paymentChecks: { bringForward: async (id: string) => told.push(`check ${id}`) },
    resolutions: { decide: async () => told.push("decided") },
    sessionGuard: { noteDeleted: async () => undefined },
    refunds: { hasOrderRefund: async () => false },
    collectionAmounts: {
      ownersOf: async () => ({ order: { id: "order_1", isCancelled: false }, cart: null }),
    },
    currencies: { shown: async () => () => "" },
    networkNames: { load: async () => () => "" },
  }
  const graph = async ({ entity }: { entity: string }) => ({ data: entity === "payment" ? [CAPTURE] : [] })
  const registered = { onchain, [ContainerRegistrationKeys.QUERY]: { graph } }
  for (const [name, value] of Object.entries(registered)) container.register(name, { resolve: () => value })
  for (const choice of [
    { resolution: "apply", order_id: "order_2" },
    { resolution: "refund_due" },
    { resolution: "keep", note: "" },
  ] as const)
    await expect(
      resolveUnallocatedPayment(container, { payment_id: held.id, actor_id: "user_1", ...choice })
    ).rejects.toThrow("being captured")
  expect(told).toEqual(["check ocpay_1", "check ocpay_1", "check ocpay_1"])
})
