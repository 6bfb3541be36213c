import { Text } from "@medusajs/ui"
import { formatInstant } from "../format/instant"
import { useTexts } from "../hooks/use-texts"
import { DrawerSection } from "./drawer-section"

type HistorySectionProps = {
  /** Oldest first. */
  entries: { at: string; action: string; by: string | null }[]
  describe: (action: string) => string
}

/** Everything that was done about something, the latest first. */
export function HistorySection({ entries, describe }: HistorySectionProps) {
  const { t, locale } = useTexts()
  return (
    <DrawerSection title={t("detail.history")}>
      {entries.length === 0 && (
        <Text size="small" className="text-ui-fg-subtle">
          {t("detail.noHistory")}
        </Text>
      )}
      <ol className="flex flex-col gap-y-3">
        {[...entries].reverse().map(({ at, action, by }, index) => (
          <li key={`${at} ${index}`} className="flex flex-col">
            <Text size="small" leading="compact">
              {describe(action)}
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
