import type { OnchainRefundDetail } from "../../../types/http"
import { formatInstant } from "../../format/instant"
import { useTexts } from "../../hooks/use-texts"
import { Copyable } from "../copyable"
import { DrawerSection } from "../drawer-section"
import { Facts } from "../facts"

/** How a refund was settled by other means: who says so, when and what. */
export function SettledSection({ settled }: { settled: NonNullable<OnchainRefundDetail["settled"]> }) {
  const { t, locale } = useTexts()
  const hashName = t("refund.settledHash")
  return (
    <DrawerSection title={t("refund.settled")}>
      <Facts
        facts={[
          { name: t("refund.settledBy"), value: settled.by ?? t("acting.somebody") },
          { name: t("refund.settledAt"), value: formatInstant(settled.at, locale) },
          {
            name: t("refund.settledNote"),
            value: <span className="whitespace-pre-wrap break-words">{settled.note}</span>,
          },
          ...(settled.tx_hash
            ? [{ name: hashName, value: <Copyable value={settled.tx_hash} name={hashName} /> }]
            : []),
        ]}
      />
    </DrawerSection>
  )
}
