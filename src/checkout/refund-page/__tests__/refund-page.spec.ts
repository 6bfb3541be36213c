import type { OnchainRefundPage } from "../../../types/http"
import { refundWords } from "../refund-form"
import { renderRefundPage } from "../refund-page"
import { SAMPLE_REFUND_PAGE } from "./sample-refund-page"

const textOf = (change: Partial<OnchainRefundPage>) =>
  renderRefundPage({
    ...{ page: { ...SAMPLE_REFUND_PAGE, ...change }, words: refundWords({ words: {} }, { locale: "en" }) },
    ...{ action: "/refund", entered: null, problem: null, typedData: null, nonce: "nonce" },
  })
    .replace(/<style[^]*?<\/style>/g, "")
    .replace(/<[^>]*>/g, "")
    .replace(/[\s\u00a0]+/g, " ")

test.each<[string, Partial<OnchainRefundPage>, string]>([
  ["tokens", {}, "Your refund 12 USDC USDC · Base"],
  ["money", { token_amount: null }, "Your refund $12.00 USDC · Base"],
  ["no amount", { token_amount: null, fiat_amount: null }, "Your refund USDC USDC · Base"],
])("the page of a refund in %s names amount, token and network", (_, change, expected) => {
  expect(textOf(change)).toContain(expected)
})
