import type { OnchainTransaction } from "../../types/http"
import type { Translate } from "../i18n/translate"
import { orderName } from "../naming/order-name"

type About = NonNullable<OnchainTransaction["about"]>

/** The page on which an operator sees what a transaction belongs to. */
export function pageOf({ kind, id, order }: About): string | null {
  if (kind === "withdrawal") return `/onchain/withdrawals?withdrawal_id=${encodeURIComponent(id)}`
  if (kind === "deposit") return `/onchain/deposits?state=any&deposit_id=${encodeURIComponent(id)}`
  return order ? `/orders/${order.id}` : null
}

/** What a transaction belongs to, in words: the order where there is one. */
export function aboutName({ kind, order }: About, t: Translate): string {
  return order ? orderName(order, t) : t(`transactions.about.${kind}`)
}
