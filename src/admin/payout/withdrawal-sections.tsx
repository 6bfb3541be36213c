import { Alert, Text } from "@medusajs/ui"
import { type PropsWithChildren, useEffect, useState } from "react"
import type { OnchainWithdrawalDetail, OnchainWithdrawalQuote } from "../../types/http"
import { moneyFacts, senderWarning, timeLeft } from "./amounts"
import { describeStanding, isBeforeSending } from "./describe"
import { DrawerSection } from "../ui/drawer"
import { Facts } from "../ui/facts"
import { formatAge, formatInstant } from "../ui/format"
import { OrderLink, TextLink } from "../ui/links"
import { PAGES, pathTo } from "../ui/paths"
import { Muted } from "../ui/prose"
import { ProviderAnswer } from "../ui/provider-answer"
import { useTexts } from "../ui/texts"

type WithdrawalProps = { withdrawal: OnchainWithdrawalDetail }

export function StandingSection({
  withdrawal,
  title = "field.status",
}: WithdrawalProps & { title?: string }) {
  const { t, locale } = useTexts()
  const { state, gateway_status: status, last_error: error, resolution } = withdrawal
  const { status_source: source, mismatch: what, reviewed } = withdrawal
  const mismatch = what === null ? null : t("withdrawal.mismatch", { what })
  const isMismatch = withdrawal.review === "mismatch" && mismatch !== null
  const code = state === "sending" || state === "unknown" ? withdrawal.last_answer_code : null
  return (
    <DrawerSection title={title}>
      <Text size="small">{describeStanding(withdrawal, t)}</Text>
      {withdrawal.waits_for === "gas" && (
        <Text size="small">
          <TextLink to={PAGES.billing}>{t("withdrawal.addGas")}</TextLink>
        </Text>
      )}
      {status !== null && <Muted>{t("withdrawal.gatewayStatus", { status })}</Muted>}
      {source !== null && source !== "service" && <Muted>{t(`withdrawal.statusSource.${source}`)}</Muted>}
      {resolution && (
        <Facts
          facts={[
            ["withdrawal.endedBy", resolution.by ?? t("detail.user")],
            ["field.at", resolution.at, "at"],
            ["field.note", resolution.note, "note"],
          ]}
        />
      )}
      {isMismatch && <Alert variant="error">{mismatch}</Alert>}
      {/* A mismatch is an alarm until a user reviews it; a review is a note. */}
      {!isMismatch && reviewed !== null && (
        <NoteBox
          words={t("withdrawal.reviewed", {
            by: reviewed.by ?? t("detail.user"),
            at: formatInstant(reviewed.at, locale),
          })}
          note={reviewed.note}
        >
          {mismatch !== null && <Muted>{mismatch}</Muted>}
        </NoteBox>
      )}
      {error !== null && <Alert variant="warning">{t("detail.lastError", { error })}</Alert>}
      <ProviderAnswer answer={withdrawal.provider_answer} />
      {code !== null && <Muted>{t("withdrawal.lastAnswer", { code })}</Muted>}
    </DrawerSection>
  )
}

/** What an operator wrote. @param words who, and when */
export function NoteBox({ words, note, children }: PropsWithChildren<{ words: string; note: string }>) {
  return (
    <div className="flex flex-col gap-y-1 rounded-lg border p-3">
      {children}
      <Text size="small" className="break-words">
        {words}
      </Text>
      <blockquote className="txt-small whitespace-pre-wrap break-words border-s-2 ps-3">{note}</blockquote>
    </div>
  )
}

export function MoneySection({ withdrawal }: WithdrawalProps) {
  const { t, locale, texts } = useTexts()
  const { refund, note, quote, state, similar } = withdrawal
  const warning = isBeforeSending(withdrawal) ? senderWarning(withdrawal, t) : null
  const isOpen = state === "quoted" || state === "awaiting_approval"
  const order = refund?.order ? <OrderLink order={refund.order} /> : null
  return (
    <DrawerSection
      title="withdrawal.money"
      facts={[
        ...moneyFacts(withdrawal, texts, order),
        ["withdrawal.expires", quote && isOpen ? <QuoteClock quote={quote} /> : null],
        ["field.note", note || null, "note"],
      ]}
    >
      {isBeforeSending(withdrawal) && similar.length > 0 && (
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
      )}
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
