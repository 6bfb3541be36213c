import { z } from "zod"
import { waitUntil } from "../../scripts/process/wait-until"
import { createWallet } from "../shopper/wallet"
import type { Stage } from "."
import type { PlacedOrder } from "./orders"

const Order = z.object({
  order: z.object({
    payment_status: z.string(),
    payment_collections: z.array(
      z.object({
        payments: z.array(
          z.object({ id: z.string(), refunds: z.array(z.object({ id: z.string() })).nullish() })
        ),
      })
    ),
  }),
})
const fields = "payment_status,payment_collections.payments.id,payment_collections.payments.refunds.id"
const Request = z.object({ address_request: z.object({ page_path: z.string() }) })
const Deliveries = z.object({
  deliveries: z.array(
    z.object({ id: z.string(), event: z.string(), resource_id: z.string().nullable(), state: z.string() })
  ),
})
const Unallocated = z.object({
  payments: z.array(z.object({ id: z.string(), order: z.object({ id: z.string() }).nullable() })),
})
const shopperWallet = "0x52908400098527886E0F7030069857D2E4169EE7"

/** `tuning.deliveryAttempts` of the store. */
const deliveryAttempts = 2

/** Sells three orders and refunds part of two in Medusa: one shopper proposes an address. @returns the order without a refund */
export async function sellWithRefunds(stage: Stage): Promise<string> {
  const sold = await Promise.all([sell(stage), sell(stage), sell(stage)])
  const [kept, due, proposed] = sold
  await refund(stage, due.orderId)
  const id = await refund(stage, proposed.orderId)
  const made = await stage.admin.post(`/admin/onchain/refunds/${id}/address-requests`, {})
  const form = { email: proposed.email, network_id: "base-mainnet", address: shopperWallet }
  const answer = await fetch(`${stage.demo.storeUrl}${Request.parse(made).address_request.page_path}`, {
    method: "POST",
    body: new URLSearchParams(form),
    redirect: "manual",
  })
  if (answer.status !== 303) throw new Error(`The proposed address was answered with ${answer.status}`)
  return kept.orderId
}

/** Money for a cancelled order, half of the money for an order whose time ran out, and a deposit of the wrong amount. */
export async function holdForReview({ orders, admin, sandbox, demo }: Stage): Promise<void> {
  const cancelled = await orders.place()
  await admin.post(`/admin/orders/${cancelled.orderId}/cancel`, {})
  await sandbox.pay(await orders.invoiceOf(cancelled))

  const wallet = createWallet(demo.sandbox.origin)
  const part = await orders.place({ pieces: 2 })
  await wallet.send({ payment: part.payment, key: "under" })
  await sandbox.apply("expire", { invoiceId: await orders.invoiceOf(part) })

  const deposit = await orders.place({ isCustomer: true })
  await wallet.send({ payment: deposit.payment, key: "under" })
}

/** Money for a cancelled order that one user applies to an order of another shopper: a second user must do so too. */
export async function proposeApplication({ orders, admin, sandbox }: Stage): Promise<void> {
  const [cancelled, other] = [await orders.place({ pieces: 1 }), await orders.place()]
  await admin.post(`/admin/orders/${cancelled.orderId}/cancel`, {})
  await sandbox.pay(await orders.invoiceOf(cancelled))
  const id = await waitUntil("money of the cancelled order", async () => {
    const { payments } = Unallocated.parse(await admin.get("/admin/onchain/unallocated-payments?limit=100"))
    return payments.find(({ order }) => order?.id === cancelled.orderId)?.id ?? null
  })
  await admin.post(`/admin/onchain/unallocated-payments/${id}/apply`, { order_id: other.orderId })
}

/** A late payment that the provider cannot book by itself. */
export async function loseMoney({ orders, sandbox, demo }: Stage): Promise<void> {
  const { payment } = await orders.place({ pieces: 1 })
  await sandbox.apply("settings", { reviewsInvoiceMoney: false })
  await createWallet(demo.sandbox.origin).send({ payment, key: "late" })
  await sandbox.apply("settings", { reviewsInvoiceMoney: true })
}

/** A webhook that fails until its attempts run out, as the provider refuses to show its invoice. Run again, it succeeds. */
export async function failWebhook(stage: Stage): Promise<void> {
  const order = await sell(stage, 1)
  const subject = await stage.orders.invoiceOf(order)
  const id = await delivery(stage, subject, "processed")
  const refusal = { kind: "refusal", status: 403, code: "FORBIDDEN", endpoint: "getInvoice", subject }
  await stage.sandbox.apply("fault", { ...refusal, count: deliveryAttempts })
  await stage.admin.post(`/admin/onchain/deliveries/${id}/rerun`, {})
  await delivery(stage, subject, "dead")
}

/** The provider takes back a payment after its order was captured. */
export async function contradict(stage: Stage): Promise<void> {
  const order = await sell(stage, 2)
  const subject = await stage.orders.invoiceOf(order)
  const altered = { kind: "altered_answer", set: { status: "expired" } }
  await stage.sandbox.apply("fault", { ...altered, endpoint: "getInvoice", subject, count: 1_000_000 })
  const id = await delivery(stage, subject, "processed")
  await stage.admin.post(`/admin/onchain/deliveries/${id}/rerun`, {})
}

async function sell(stage: Stage, pieces = 3): Promise<PlacedOrder> {
  const order = await stage.orders.place({ pieces })
  await stage.sandbox.pay(await stage.orders.invoiceOf(order))
  await waitUntil("the order to be captured", async () =>
    (await read(stage, order.orderId)).payment_status === "captured" ? order : null
  )
  return order
}

/** @returns the id of the refund */
async function refund(stage: Stage, orderId: string): Promise<string> {
  const paymentOf = async () => (await read(stage, orderId)).payment_collections[0]?.payments[0]
  await stage.admin.post(`/admin/payments/${(await paymentOf())?.id}/refund`, { amount: 5 })
  return waitUntil("the refund", async () => (await paymentOf())?.refunds?.[0]?.id ?? null)
}

async function read({ admin }: Stage, orderId: string) {
  return Order.parse(await admin.get(`/admin/orders/${orderId}?fields=${fields}`)).order
}

/** The webhook of a settled invoice, once it is in a state. @returns its id */
function delivery({ admin }: Stage, invoiceId: string, state: string): Promise<string> {
  return waitUntil(
    `a webhook to be ${state}`,
    async () => {
      const { deliveries } = Deliveries.parse(await admin.get("/admin/onchain/deliveries?limit=100"))
      const isIt = (one: (typeof deliveries)[number]) =>
        one.resource_id === invoiceId && one.event === "invoice.paid" && one.state === state
      return deliveries.find(isIt)?.id ?? null
    },
    { timeoutMs: 120_000 }
  )
}
