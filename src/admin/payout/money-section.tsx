import { Alert, Text } from "@medusajs/ui"
import { useEffect, useState } from "react"
import type { OnchainWithdrawalDetail, OnchainWithdrawalQuote } from "../../types/http"
import { DrawerSection } from "../ui/drawer"
import { Facts } from "../ui/facts"
import { formatAge } from "../ui/format"
import { OrderLink, TextLink } from "../ui/links"
import { pathTo } from "../ui/paths"
import { useTexts } from "../ui/texts"
import { moneyFacts, senderWarning, timeLeft } from "./amounts"
import { isBeforeSending } from "./describe"

export function MoneySection({ withdrawal }: { withdrawal: OnchainWithdrawalDetail }) {
  const { t, texts } = useTexts()
  const { refund, note, quote, state } = withdrawal
  const warning = isBeforeSending(withdrawal) ? senderWarning(withdrawal, t) : null
  const isOpen = state === "quoted" || state === "awaiting_approval"
  const order = refund?.order ? <OrderLink order={refund.order} /> : null
  return (
    <DrawerSection title={t("withdrawal.money")}>
      <Facts
        facts={[
          ...moneyFacts(withdrawal, texts, order),
          [t("withdrawal.expires"), quote && isOpen ? <QuoteClock quote={quote} /> : null],
          [t("field.note"), note || null, "note"],
        ]}
      />
      {isBeforeSending(withdrawal) && <SimilarNotice similar={withdrawal.similar} />}
      {warning !== null && <Alert variant="warning">{warning}</Alert>}
    </DrawerSection>
  )
}

const SECOND_MS = 1_000

/** This computer's clock may be wrong, so only the server decides. */
function QuoteClock({ quote }: { quote: Pick<OnchainWithdrawalQuote, "expires_at" | "is_expired"> }) {
  const { t } = useTexts()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  if (quote.is_expired) return <>{t("withdrawal.expired")}</>
  if (quote.expires_at === null) return <>{t("detail.notReported")}</>
  const left = timeLeft(quote.expires_at, now)
  return (
    <time dateTime={quote.expires_at}>{left ? t("withdrawal.minutes", left) : t("withdrawal.ending")}</time>
  )
}

function SimilarNotice({ similar }: Pick<OnchainWithdrawalDetail, "similar">) {
  const { t, locale } = useTexts()
  if (similar.length === 0) return null
  return (
    <Alert variant="warning">
      <Text size="small">{t("withdrawal.similar")}</Text>
      <ul>
        {similar.map(({ id, state, by, at }) => (
          <li key={id}>
            <TextLink to={pathTo.withdrawal(id)} className="underline">
              {t("withdrawal.similarOne", {
                state: t(`withdrawalState.${state}.name`),
                by: by ?? t("detail.user"),
                age: formatAge(at, Date.now(), locale),
              })}
            </TextLink>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
