import { ATTENTION_KINDS } from "../../../domain/health/attention"
import type { OnchainAttentionItem } from "../../../types/http"
import { titleOf } from "../../../modules/onchain/health/attention-words"
import { describeItem, describeMany } from "../attention"

const item: OnchainAttentionItem = {
  ...{ kind: "deposit", severity: "info", screen: "deposit", subject_id: "dep_1" },
  ...{ since: "2026-11-24T10:00:00.000Z", amount: "12.5", token: "USDC", chain: "evm" },
  ...{ network_id: "base-mainnet", network_name: "Base", fiat_amount: null, currency_code: null },
  ...{ payment_id: null, order: { id: "order_1", display_id: 1042 }, customer_email: "ada@example.com" },
  reason: "unassigned_no_intent",
}

test.each(ATTENTION_KINDS)("%s has a title for one and for many, and says what to do", (kind) => {
  expect(titleOf(kind, 1)).toMatch(/^[A-Z][a-z ]+/)
  expect(titleOf(kind, 12)).toMatch(/^12 [a-z]+/)
  expect(titleOf(kind, 1_001)).toMatch(/^More than 1000 /)
  expect(describeItem({ ...item, kind })).toMatch(/\.$/)
  expect(describeMany(kind)).toMatch(/oldest first\. .+\.$/)
})

test("an item names its amount and order, and neither a customer nor an address", () => {
  const text = describeItem(item)
  expect(text).toContain("12.5 \u2068USDC\u2069 on \u2068Base\u2069. Order #1042.")
  expect(text).not.toContain("example.com")
})

test("hostile words stay short, plain, and in their own direction", () => {
  const token = `<b>\u202E${"x".repeat(10_000)}\n`
  const text = describeItem({ ...item, kind: "dead_webhook", token, reason: token })
  expect(text.length).toBeLessThan(500)
  expect(text.replaceAll(/[\u2068\u2069]/g, "")).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  expect(text.match(/\u2068/g)).toHaveLength(text.match(/\u2069/g)?.length ?? 0)
})
