import { pay, placeIntent, signUp } from "../support/intent-purchase"
import { findRail, storedPayment } from "../support/purchase"
import type { Shopper } from "../support/shopper"
import type { StoreUnderTest } from "../support/store-suite"

const USDC_ON_BASE = "evm:base-mainnet:USDC"

export function supersededIntentsStories(store: StoreUnderTest): void {
  /** Two orders over different amounts; the second replaced the first. */
  async function placeTwo(customer: Shopper, rail: string, olderPieces = 2) {
    const older = await placeIntent(customer, rail, { pieces: olderPieces })
    const newer = await placeIntent(customer, rail)
    return { older, newer }
  }
  const captures = async (orderId: string) => (await store.merchant.order(orderId)).captures

  it("leave the older superseded, and its page says so without an address", async () => {
    const { customer } = await signUp(store)
    const { older, newer } = await placeTwo(customer, USDC_ON_BASE)
    expect(await customer.payment(older.sessionId)).toMatchObject({
      status: "superseded",
      deposit_address: null,
      memo: null,
    })
    const page = await customer.page(older.sessionId)
    expect(page).toContain("Replaced by a newer payment")
    expect(page).not.toContain(older.payment.deposit_address)
    expect(await customer.payment(newer.sessionId)).toMatchObject({ status: "awaiting_payment" })
    const { attempt_id } = await storedPayment(store, newer.sessionId)
    expect(await storedPayment(store, older.sessionId)).toMatchObject({ superseded_by: attempt_id })
  })

  it.each([
    ["the amounts differ", "base-mainnet"],
    ["the memo tells them apart", "stellar-mainnet"],
  ])(
    "send a late payment for the older to review, not to the newer order, where %s",
    async (_, networkId) => {
      const { customer } = await signUp(store)
      const rail = await findRail(store, networkId, "USDC")
      const { older, newer } = await placeTwo(customer, rail, networkId === "base-mainnet" ? 2 : 1)
      await pay(store, older.payment)
      expect(await captures(older.orderId)).toEqual([])
      expect(await captures(newer.orderId)).toEqual([])
      expect(await store.sandbox.deposits()).toHaveLength(1)

      await pay(store, newer.payment)
      expect(await captures(newer.orderId)).toEqual([17])
      expect(await captures(older.orderId)).toEqual([])
    }
  )
}
