import { Text } from "@medusajs/ui"
import type { OnchainUnallocatedPaymentDetail } from "../../../types/http"
import { formatInstant } from "../../format/instant"
import { useTexts } from "../../hooks/use-texts"
import { standingOf } from "../../payments/standing"
import { DrawerSection } from "../drawer-section"
import { Facts } from "../facts"
import { OrderLink } from "../order-link"

/** What was decided, by whom, when and why. Nothing while it is not decided, or not carried out. */
export function ResolutionSection({ payment }: { payment: OnchainUnallocatedPaymentDetail }) {
  const { t, locale } = useTexts()
  const { resolution } = payment
  if (!resolution || standingOf(payment) === "applying") return null
  const { order, note } = resolution
  return (
    <DrawerSection title={t("payment.decided")}>
      <Text size="small">{t(`payment.decision.${resolution.name}`)}</Text>
      <Facts
        facts={[
          ...(order ? [{ name: t("payment.appliedTo"), value: <OrderLink order={order} /> }] : []),
          { name: t("payment.by"), value: resolution.by ?? t("acting.somebody") },
          { name: t("payment.at"), value: formatInstant(resolution.at, locale) },
          ...(note
            ? [
                {
                  name: t("payment.note"),
                  value: <span className="whitespace-pre-wrap break-words">{note}</span>,
                },
              ]
            : []),
        ]}
      />
    </DrawerSection>
  )
}
