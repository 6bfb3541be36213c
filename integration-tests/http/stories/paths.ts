import { STORED } from "../support/payment-rows"
import { eventually } from "../support/eventually"
import { executedFiles } from "../support/executed-files"
import { expectCaptured, placePurchase } from "../support/purchase"
import type { StoreUnderTest } from "../support/store-suite"
import { fundTreasury } from "../support/treasury"
import { WithdrawalApi } from "../support/withdrawals"

/**
 * Most source files that one may need to read to follow the main payment flows. `npx tsx scripts/paths.ts` lists them.
 */
const MOST_FILES = { capture: 51, withdrawal: 54 }

export function pathStories(store: StoreUnderTest): void {
  it("lead from a webhook to the captured order through few files", async () => {
    const { sandbox, db, quiet } = store
    const orders: string[] = []
    const purchase = async () => {
      const { orderId, invoiceId, sessionId } = await placePurchase(store)
      orders.push(orderId)
      await sandbox.pay(invoiceId)
      await quiet()
      return async () => {
        await sandbox.settle(invoiceId)
        await eventually(async () => {
          const { rows } = await db.raw(`SELECT state FROM ${STORED} WHERE session_id = ?`, [sessionId])
          expect(rows).toEqual([{ state: "captured" }])
        })
        await quiet()
      }
    }
    const files = await executedFiles("capture", purchase)
    for (const orderId of orders) await expectCaptured(store, orderId, orders.length)
    expect(files).toContain("src/workflows/payment/settle-payment.ts")
    expect(files.length).toBeLessThanOrEqual(MOST_FILES.capture)
  })

  it("lead from a request to a sent withdrawal through few files", async () => {
    await fundTreasury(store, "100")
    const api = new WithdrawalApi(store.merchant)
    const destination = await api.destination()
    // Its webhooks come after it was sent.
    await store.sandbox.setWebhook(null)
    const send = async () => expect(await api.send(destination)).toMatchObject({ state: "sent" })
    const files = await executedFiles("withdrawal", () => Promise.resolve(send))
    expect(files).toContain("src/modules/onchain/payout/withdrawal-store.ts")
    expect(files.length).toBeLessThanOrEqual(MOST_FILES.withdrawal)
  })
}
