import { deliverAgain, MAIL, recorder, sendDue } from "./support/recording-notifications"
import { fillTreasury, RefundApi, sell } from "./support/refunds"
import { GUEST } from "./support/shopper"
import { storeSuite } from "./support/store-suite"

storeSuite(
  "a shopper who is owed a refund",
  {
    plugin: {
      notifications: { ...MAIL, templates: { awaiting: null, paid: null } },
    },
    env: { NOTIFICATIONS: "recording" },
    jobs: true,
  },
  (store) => {
    beforeEach(() => recorder.reset())

    it("receives the sent refund once, and no message that the store has turned off", async () => {
      await fillTreasury(store)
      const { orderId, refund } = await sell(store)
      const id = await refund()
      await new RefundApi(store.merchant).payOut(store, id)
      await sendDue(store)
      await deliverAgain(store)
      expect(recorder.sent).toMatchObject([
        {
          to: GUEST,
          template: "onchain.refund_sent",
          data: {
            ...{ order_id: orderId, refund_id: id, refund_amount: "17", token: "USDC", link: null },
            ...{ network_id: "base-mainnet", tx_hash: expect.any(String) },
            explorer_url: expect.stringMatching(/^https:\/\/basescan\.org\/tx\/.+/),
          },
        },
      ])
    })
  }
)
