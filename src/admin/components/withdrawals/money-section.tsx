import { Alert, Text } from "@medusajs/ui"
import type { OnchainWithdrawalDetail } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"
import { feeAndNet, toldAmount, withdrawalAmount } from "../../withdrawals/figures"
import { isBeforeSending } from "../../withdrawals/outcome"
import { refundTermFacts, senderWarning } from "../../withdrawals/refund-terms"
import { DrawerSection } from "../drawer-section"
import { type Fact, Facts } from "../facts"
import { OrderLink } from "../order-link"
import { QuoteClock } from "./quote-clock"

/** What leaves, what it costs, what arrives and where, with the address in full. */
export function MoneySection({ withdrawal }: { withdrawal: OnchainWithdrawalDetail }) {
  const { t, locale } = useTexts()
  const { destination, token, refund, note, quote } = withdrawal
  const { fee, net } = feeAndNet(withdrawal)
  const exact = (text: string) => <span className="break-all font-mono">{text}</span>
  const warning = isBeforeSending(withdrawal) ? senderWarning(withdrawal, t) : null
  const isOpen = withdrawal.state === "quoted" || withdrawal.state === "awaiting_approval"
  const facts: Fact[] = [
    { name: t("withdrawal.amount"), value: withdrawalAmount(withdrawal, locale) },
    { name: t("withdrawal.fee"), value: toldAmount(fee, token, t, locale) },
    {
      name: t("withdrawal.net"),
      value: (
        <Text as="span" size="small" leading="compact" weight="plus">
          {toldAmount(net, token, t, locale)}
        </Text>
      ),
    },
    ...(quote && isOpen ? [{ name: t("withdrawal.expires"), value: <QuoteClock quote={quote} /> }] : []),
    { name: t("withdrawal.network"), value: withdrawal.network_name },
    { name: t("withdrawal.destination"), value: <span className="break-words">{destination.label}</span> },
    { name: t("withdrawal.address"), value: exact(destination.address) },
    ...(destination.memo ? [{ name: t("withdrawal.memo"), value: exact(destination.memo) }] : []),
    ...refundTermFacts(withdrawal, t, Date.now(), locale).map(({ name, value }) => ({
      name,
      value: <span className="break-words">{value}</span>,
    })),
    ...(refund?.order ? [{ name: t("withdrawal.order"), value: <OrderLink order={refund.order} /> }] : []),
    ...(note
      ? [
          {
            name: t("withdrawal.note"),
            value: <span className="whitespace-pre-wrap break-words">{note}</span>,
          },
        ]
      : []),
  ]
  return (
    <DrawerSection title={t("withdrawal.money")}>
      <Facts facts={facts} />
      {warning !== null && <Alert variant="warning">{warning}</Alert>}
    </DrawerSection>
  )
}
