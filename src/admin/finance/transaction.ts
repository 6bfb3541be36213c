import type { OnchainTransaction, OnchainTransactionListResponse } from "../../types/http"
import { formatAge, formatTokens } from "../ui/format"
import { orderName } from "../ui/names"
import type { Texts, Translate } from "../ui/texts"
import { pathTo } from "../ui/paths"

export function transactionAmount(
  { amount, token }: Pick<OnchainTransaction, "amount" | "token">,
  { t, locale }: Texts
): string {
  return amount === null ? t("transactions.unknownAmount") : formatTokens(amount, token, locale)
}

/** The kind in words, else as the provider calls it. */
export function typeName({ kind, type }: Pick<OnchainTransaction, "kind" | "type">, t: Translate): string {
  return kind === null ? (type ?? t("detail.unknown")) : t(`transactions.kind.${kind}`)
}

/** The two statuses that mean something here; others as the provider calls them. */
export function statusName(status: string | null, t: Translate): string | null {
  return status === "review_required" || status === "failed" ? t(`transactions.status.${status}`) : status
}

export function directionName(direction: OnchainTransaction["direction"], t: Translate): string {
  return t(direction === null ? "detail.unknown" : `transactions.direction.${direction}`)
}

type About = NonNullable<OnchainTransaction["about"]>

export function pageOf({ kind, id, order }: Omit<About, "by">): string | null {
  if (kind === "withdrawal") return pathTo.withdrawal(id)
  if (kind === "deposit") return pathTo.deposit(id)
  return order ? pathTo.order(order.id) : null
}

export function aboutName({ kind, order }: Omit<About, "by">, t: Translate): string {
  return order ? orderName(order, t) : t(`transactions.about.${kind}`)
}

type Sync = OnchainTransactionListResponse["sync"]

/** The list is as old as its last complete reading; a later look for new rows does not refresh the rest. */
export function describeSync(
  {
    is_running,
    finished_at: whole,
    looked_at: looked,
  }: Pick<Sync, "is_running" | "finished_at" | "looked_at">,
  { t, locale }: Texts,
  now: number
): string[] {
  if (is_running) return [t("transactions.reading")]
  const age = (at: string) => formatAge(at, now, locale)
  return [
    whole === null ? t("transactions.readNever") : t("transactions.readAt", { age: age(whole) }),
    ...(looked === null || looked === whole ? [] : [t("transactions.lookedAt", { age: age(looked) })]),
  ]
}
