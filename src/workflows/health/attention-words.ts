import type { AttentionKind } from "../../domain/health/attention"
import { plainText } from "../../gateway/contract/wire"
import { COUNT_LIMIT } from "../../modules/onchain/work/listed-rows"
import type { OnchainAttentionItem } from "../../types/http"

type Words = { one: string; many: string; todo: string }

/** What a notification says of each kind, in English. */
const WORDS: Readonly<Record<AttentionKind, Words>> = {
  deposit: {
    one: "A deposit needs review",
    many: "deposits need review",
    todo: "Assign, accept or refund it under Crypto payments > Needs review.",
  },
  unmatched: {
    one: "A payment has no order",
    many: "payments have no order",
    todo: "Apply, refund or keep it under Crypto payments > Needs review > Unmatched.",
  },
  transaction: {
    one: "A transaction needs review",
    many: "transactions need review",
    todo: "Look at it under Crypto payments > Needs review > Transactions.",
  },
  recovery: {
    one: "Money needs recovery",
    many: "balances need recovery",
    todo: "Find it in the provider's dashboard.",
  },
  part_paid: {
    one: "An order is partially paid",
    many: "orders are partially paid",
    todo: "Wait for the rest, keep the order or refund the part.",
  },
  application_approval: {
    one: "Money for another customer's order waits for approval",
    many: "payments for orders of other customers wait for approval",
    todo: "Apply it too, or refund or keep it, under Crypto payments > Needs review > Unmatched.",
  },
  approval: {
    one: "A withdrawal waits for approval",
    many: "withdrawals wait for approval",
    todo: "Approve or cancel it under Crypto payments > Payouts > Withdrawals.",
  },
  destination_approval: {
    one: "An address waits for approval",
    many: "addresses wait for approval",
    todo: "Approve or archive it under Crypto payments > Payouts > Addresses.",
  },
  refund_address: {
    one: "A customer proposed a refund address",
    many: "customers proposed refund addresses",
    todo: "Approve or decline it under Crypto payments > Payouts > Refunds.",
  },
  refund_due: {
    one: "A refund is due",
    many: "refunds are due",
    todo: "Pay it under Crypto payments > Payouts > Refunds.",
  },
  gas_blocked: {
    one: "A withdrawal is blocked: add gas",
    many: "withdrawals are blocked: add gas",
    todo: "Top up in the provider's dashboard; it then continues.",
  },
  contradicted: {
    one: "The provider contradicts a payment or withdrawal",
    many: "payments or withdrawals are contradicted by the provider",
    todo: "Ask the provider what happened, and mark it as reviewed.",
  },
  withdrawal_unknown: {
    one: "The outcome of a withdrawal is unknown",
    many: "withdrawals have an unknown outcome",
    todo: "Look for it in the provider's dashboard, and close it under Crypto payments > Payouts > Withdrawals.",
  },
  dead_webhook: {
    one: "A webhook failed after too many attempts",
    many: "webhooks failed after too many attempts",
    todo: "Read the reason under Settings > Crypto payments > Webhooks, and run it again.",
  },
}

/** Longer than any name of a token or an event that makes sense. */
const LONGEST = 64

/** Keeps foreign text in its own direction and at a bounded length, without invisible characters. */
function quoted(text: string): string {
  return `\u2068${plainText(text, LONGEST)}\u2069`
}

/** @param count more than `COUNT_LIMIT` when there are more */
export function titleOf(kind: AttentionKind, count: number): string {
  const { one, many } = WORDS[kind]
  if (count === 1) return one
  return `${count > COUNT_LIMIT ? `More than ${COUNT_LIMIT}` : count} ${many}`
}

/** What is known about one item: amount, order and reason, and what to do. Neither an address nor a customer is named. */
export function describeItem(item: OnchainAttentionItem): string {
  return [...factsOf(item), WORDS[item.kind].todo].join(" ")
}

export function describeMany(kind: AttentionKind): string {
  return `The overview under Crypto payments lists them, oldest first. ${WORDS[kind].todo}`
}

function factsOf({
  amount,
  token,
  network_name,
  fiat_amount,
  currency_code,
  order,
  kind,
  reason,
}: OnchainAttentionItem) {
  const facts: string[] = []
  if (amount !== null && token !== null)
    facts.push(`${amount} ${quoted(token)}${network_name === null ? "" : ` on ${quoted(network_name)}`}.`)
  else if (fiat_amount !== null && currency_code !== null)
    facts.push(`${fiat_amount} ${quoted(currency_code.toUpperCase())}.`)
  if (order !== null)
    facts.push(`Order ${order.display_id === null ? quoted(order.id) : `#${order.display_id}`}.`)
  if (kind === "dead_webhook" && reason !== null) facts.push(`Event ${quoted(reason)}.`)
  return facts
}
