import { Text } from "@medusajs/ui"
import type { OnchainDepositDetail } from "../../../types/http"
import { describeHistory } from "../../deposits/history"
import { formatInstant } from "../../format/instant"
import { useTexts } from "../../hooks/use-texts"
import { DrawerSection } from "../drawer-section"

/** Everything that was done about the deposit, the latest first. */
export function HistorySection({ deposit }: { deposit: OnchainDepositDetail }) {
  const { t, locale } = useTexts()
  const entries = [...deposit.history].reverse()
  return (
    <DrawerSection title={t("detail.history")}>
      {entries.length === 0 && (
        <Text size="small" className="text-ui-fg-subtle">
          {t("detail.noHistory")}
        </Text>
      )}
      <ol className="flex flex-col gap-y-3">
        {entries.map(({ at, action, by }, index) => (
          <li key={`${at} ${index}`} className="flex flex-col">
            <Text size="small" leading="compact">
              {describeHistory(action, t)}
            </Text>
            <Text size="xsmall" className="text-ui-fg-subtle break-words">
              {formatInstant(at, locale)} · {by ?? t("detail.automatic")}
            </Text>
          </li>
        ))}
      </ol>
    </DrawerSection>
  )
}
