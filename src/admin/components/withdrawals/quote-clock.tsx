import type { OnchainWithdrawalQuote } from "../../../types/http"
import { useNow } from "../../hooks/use-now"
import { useTexts } from "../../hooks/use-texts"
import { timeLeft } from "../../withdrawals/figures"

const SECOND_MS = 1_000

/**
 * How long a quote is still good for. It only informs: this computer's clock may be wrong, so whether a quote can be
 * confirmed is the server's word.
 */
export function QuoteClock({ quote }: { quote: Pick<OnchainWithdrawalQuote, "expires_at" | "is_expired"> }) {
  const { t } = useTexts()
  const now = useNow(SECOND_MS)
  if (quote.is_expired) return <>{t("withdrawal.expired")}</>
  if (quote.expires_at === null) return <>{t("withdrawal.noExpiry")}</>
  const left = timeLeft(quote.expires_at, now)
  return (
    <time dateTime={quote.expires_at}>{left ? t("withdrawal.minutes", left) : t("withdrawal.ending")}</time>
  )
}
