import type { OnchainTransactionListResponse } from "../../types/http"
import { formatAge } from "../format/instant"
import type { Translate } from "../i18n/translate"

type Sync = OnchainTransactionListResponse["sync"]

/**
 * Says how old the list of transactions is. It is as old as its last reading to the end; that new ones were looked for
 * since says nothing of the rest.
 *
 * @param now epoch milliseconds
 * @param locale BCP 47
 */
export function describeSync(
  {
    is_running,
    finished_at: whole,
    looked_at: looked,
  }: Pick<Sync, "is_running" | "finished_at" | "looked_at">,
  t: Translate,
  now: number,
  locale: string
): string[] {
  if (is_running) return [t("transactions.reading")]
  const age = (at: string) => formatAge(at, now, locale)
  return [
    whole === null ? t("transactions.readNever") : t("transactions.readAt", { age: age(whole) }),
    ...(looked === null || looked === whole ? [] : [t("transactions.lookedAt", { age: age(looked) })]),
  ]
}
