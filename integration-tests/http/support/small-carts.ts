import { createCartWorkflow } from "@medusajs/medusa/core-flows"
import type { OnchainPaymentOptionsResponse } from "../../../src/types/http"
import { GUEST, type Shopper } from "./shopper"
import type { StoreUnderTest } from "./store-suite"

/** A cart with one thing of this price that needs no shipping. */
export async function fillCartOf({ container, seed }: StoreUnderTest, total: number, shopper?: Shopper) {
  const { result } = await createCartWorkflow(container).run({
    input: {
      region_id: seed.regionId,
      sales_channel_id: seed.salesChannelId,
      email: shopper?.account?.email ?? GUEST,
      customer_id: shopper?.account?.customerId,
      items: [{ title: "A sticker", quantity: 1, unit_price: total, requires_shipping: false }],
    },
  })
  return result.id
}

export const listOptions = ({ shopper }: StoreUnderTest, cartId: string) =>
  shopper.get<OnchainPaymentOptionsResponse>(`/store/onchain/payment-options?cart_id=${cartId}`)

/** Why rails with a price are hidden. */
export const reasonsOf = ({ unavailable }: OnchainPaymentOptionsResponse) => [
  ...new Set(unavailable.map(({ reason }) => reason).filter((reason) => reason !== "no_rate")),
]

export async function expectPaid(
  { merchant }: StoreUnderTest,
  orderId: string,
  total: number
): Promise<void> {
  expect(await merchant.order(orderId)).toMatchObject({
    ...{ payment_status: "captured", captures: [total], booked: [total], outstanding: 0 },
  })
}

/** What the service's ledger has outside of everything that it shows anybody. */
export async function unrecorded({ sandbox }: StoreUnderTest): Promise<string[]> {
  return (await sandbox.ledger()).map(({ accounts }) => accounts.unrecorded).filter((sum) => sum !== "0")
}
