import { inUnit } from "../../../domain/money"
import { samplePayment } from "../../../modules/onchain/payment/__tests__/sample-payment"
import { buildMessageData, messageIdOf } from "../shopper-message"

const payment = samplePayment({
  ...{ id: "ocpay_1", fiat_amount: "38.751425", currency_code: "eur" },
  ...{ network_id: "base-mainnet", token: "USDC", decimals: 6 },
  ...{ expected_amount: "18.62", received_amount: "8.5", tx_hash: "0xaa" },
  expires_at: new Date("2026-11-24T10:00:00Z"),
})
const store = {
  options: { explorers: { "base-mainnet": { tx: "https://base-mainnet.example/{hash}" } } },
  currencies: { shown: () => Promise.resolve((amount: string) => inUnit(amount, 2)) },
  networkNames: {
    load: () => Promise.resolve((_: string, id: string) => (id === "base-mainnet" ? "Base" : id)),
  },
}

test("a message contains the order, amounts, network, link and transaction", async () => {
  const data = await buildMessageData(store, {
    messageId: "onchain:partReceived:ocpay_1:8.5",
    payment,
    shopper: { order: { id: "order_1", display_id: 1042 }, locale: "de-DE" },
    link: { url: "https://shop.example/pay/t", expiresAt: "2026-12-24T10:00:00.000Z" },
  })
  expect(data).toEqual({
    message_id: "onchain:partReceived:ocpay_1:8.5",
    order_id: "order_1",
    order_display_id: 1042,
    payment_id: "ocpay_1",
    locale: "de-DE",
    fiat_amount: "38.75",
    currency_code: "eur",
    link: "https://shop.example/pay/t",
    link_expires_at: "2026-12-24T10:00:00.000Z",
    network_id: "base-mainnet",
    network_name: "Base",
    token: "USDC",
    expected_amount: "18.62",
    received_amount: "8.5",
    remaining_amount: "10.12",
    expires_at: "2026-11-24T10:00:00.000Z",
    refund_id: null,
    refund_amount: null,
    tx_hash: "0xaa",
    explorer_url: "https://base-mainnet.example/0xaa",
  })
})

test("message ids differ by order, part, attempt and refund, and repeat with the event", () => {
  const about = (change: object = {}) => ({
    event: {
      ...{ payment_id: "ocpay_1", order_id: "order_1", withdrawal_id: null },
      ...{ received_amount: "8.5", attempt_id: "ocatt_1", refund_id: "ref_1" },
      ...change,
    },
    payment: { id: "ocpay_1", attempt_id: "ocatt_9" },
    shopper: { order: { id: "order_1" } },
  })
  const messages = ["awaiting", "partReceived", "expired", "paid", "refundSent"] as const
  const ids = [
    ...messages.map((message) => messageIdOf(message, about())),
    messageIdOf("awaiting", { ...about(), shopper: { order: { id: "order_2" } } }),
    messageIdOf("partReceived", about({ received_amount: "10" })),
    messageIdOf("expired", about({ attempt_id: "ocatt_2" })),
    messageIdOf("refundSent", about({ refund_id: "ref_2" })),
  ]
  expect(new Set(ids).size).toBe(ids.length)
  expect(messages.map((message) => messageIdOf(message, about()))).toEqual(ids.slice(0, 5))
  expect(ids[0]).toBe("onchain:awaiting:ocpay_1:order_1")
})
