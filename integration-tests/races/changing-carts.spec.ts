import { attemptOrder, chooseWhileAdding, newestInvoice } from "../http/support/cart-races"
import { USDC_ON_BASE } from "../http/support/purchase"
import { storeSuite } from "../http/support/store-suite"
import { RACES } from "./runs"

storeSuite("order totals and payments", {}, (store) => {
  it(
    "match, however the cart changes while a rail is chosen, RACES times",
    async () => {
      const { shopper, merchant, sandbox } = store
      const seen = { covered: 0, refused: 0, withoutSession: 0, wrong: [] as unknown[] }
      for (let run = 0; run < RACES; run++) {
        const { cartId, collectionId } = await chooseWhileAdding(store, ((run * 7) % 11) / 10)
        let attempt = await attemptOrder(store, cartId)
        if (attempt.orderId === null) {
          seen.refused++
          expect(attempt.status).toBe(400)
          await shopper.chooseIn(collectionId, cartId, USDC_ON_BASE)
          attempt = await attemptOrder(store, cartId)
        } else seen.covered++
        await sandbox.payInFull(await newestInvoice(store, collectionId))
        await store.quiet()
        const order = await merchant.order(attempt.orderId ?? "")
        if (order.outstanding !== 0 || order.payment_status !== "captured") seen.wrong.push(order)
      }
      process.stdout.write(`session vs cart change: ${JSON.stringify(seen)}\n`)
      expect(seen.wrong).toEqual([])
    },
    120_000 + RACES * 20_000
  )
})
