import { Text } from "@medusajs/ui"
import type { OnchainPaymentAttempt } from "../../types/http"
import { type Fact, Facts, ReusableAddress } from "../ui/facts"
import { formatAge, formatFiat, formatTokens } from "../ui/format"
import { networkName } from "../ui/names"
import { nameOf, type Texts, useTexts } from "../ui/texts"

type AttemptProps = { attempt: OnchainPaymentAttempt }

/** Where an attempt is paid, and what is seen of it. */
export function AttemptPlace({ attempt }: AttemptProps) {
  const { texts } = useTexts()
  return <Facts facts={placeOf(attempt, texts)} />
}

type AttemptFactsProps = AttemptProps & {
  currency: string
  /** Its money may be a deposit, which has a box of its own. */
  hasDeposits: boolean
}

export function AttemptFacts({ attempt, currency, hasDeposits }: AttemptFactsProps) {
  const { t, locale, texts } = useTexts()
  const {
    token,
    received_amount: received,
    shortfall_amount: shortfall,
    implausible_amount: implausible,
  } = attempt
  const inTokens = (amount: string) => formatTokens(amount, token, locale)
  const isSettled = ["settled", "captured"].includes(attempt.state)
  return (
    <>
      {attempt.address_refusal !== null && (
        <Text size="small">
          {t("paymentSentence.awaiting_no_address", {
            refusal: nameOf("addressRefusal", attempt.address_refusal, t),
          })}
        </Text>
      )}
      <Facts
        facts={[
          ["detail.expected", inTokens(attempt.expected_amount)],
          [
            "payment.received",
            received !== null
              ? inTokens(received)
              : isSettled
                ? t("detail.notReported")
                : hasDeposits
                  ? null
                  : t("detail.none"),
          ],
          ["payment.shortfall", shortfall && inTokens(shortfall)],
          [
            "payment.implausible",
            implausible && t("payment.implausibleText", { amount: inTokens(implausible) }),
          ],
          ...placeOf(attempt, texts),
          [
            "payment.rate",
            t("payment.rateText", {
              token,
              rate: formatFiat(attempt.rate, currency, locale),
              source: attempt.rate_source,
              age: formatAge(attempt.rate_at, Date.now(), locale),
            }),
          ],
          ["payment.gatewayStatus", statusInWords(attempt, texts)],
          ["payment.expires", attempt.expires_at, "at"],
          ["payment.checked", attempt.checked_at, "at"],
          ["payment.nextCheck", attempt.next_check_at, "at"],
          ["payment.invoice", attempt.gateway_invoice_id, "copy"],
          ["payment.intent", attempt.gateway_intent_id, "copy"],
          ["payment.reference", attempt.external_order_id, "copy"],
        ]}
      />
      {attempt.last_error && (
        <Text size="small" className="text-ui-fg-error break-words">
          {t("payment.lastError", { error: attempt.last_error })}
        </Text>
      )}
    </>
  )
}

/** By its meaning, with the provider's own word where that is another. */
function statusInWords(
  { gateway_status: word, status_meaning: meaning }: OnchainPaymentAttempt,
  { t }: Texts
) {
  const name = meaning && nameOf("gatewayStatus", meaning, t)
  return word === meaning ? name : `${name} (${word})`
}

function addressOf(
  {
    deposit_address: address,
    reusable_address: reusable,
    explorer: { address_url: page },
  }: OnchainPaymentAttempt,
  { t }: Texts
): Fact {
  const name = "field.address"
  if (address === null || reusable === null) return [name, address, "copy", page]
  const { confirmed_at: confirmedAt } = reusable
  return [name, <ReusableAddress value={address} name={t(name)} confirmedAt={confirmedAt} page={page} />]
}

function placeOf(attempt: OnchainPaymentAttempt, texts: Texts): Fact[] {
  const { t } = texts
  const { confirmations: count, confirmations_required: required, explorer } = attempt
  return [
    ["field.network", networkName(attempt)],
    addressOf(attempt, texts),
    ["field.memo", attempt.memo, "copy"],
    ["field.transaction", attempt.tx_hash, "copy", explorer.tx_url],
    [
      "payment.confirmations",
      count !== null && required !== null ? (
        <span aria-live="polite" className="tabular-nums">
          {t("payment.confirmationsText", { count, required })}
        </span>
      ) : null,
    ],
  ]
}
