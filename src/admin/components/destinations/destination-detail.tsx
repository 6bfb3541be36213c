import { Text } from "@medusajs/ui"
import { describeDestinationHistory } from "../../destinations/history"
import { useDestination } from "../../hooks/use-destination"
import { useTexts } from "../../hooks/use-texts"
import { DetailPending } from "../detail-pending"
import { DrawerHeading } from "../drawer-heading"
import { DrawerSection } from "../drawer-section"
import { HistorySection } from "../history-section"
import { DecisionSection } from "./decision-section"
import { DestinationBadge } from "./destination-badge"
import { FactsSection } from "./facts-section"

/** What the drawer shows of a destination: the address in full, and what can be done. */
export function DestinationDetail({ id }: { id: string }) {
  const { t } = useTexts()
  const { data: destination, error, refetch } = useDestination(id)
  if (!destination) {
    return (
      <DetailPending
        error={error}
        onRetry={() => void refetch()}
        words={{
          title: t("destination.title"),
          loading: t("destination.loading"),
          loadFailed: t("destination.loadFailed"),
          notFound: t("destination.notFound"),
        }}
      />
    )
  }
  return (
    <>
      <DrawerHeading title={destination.label}>
        <DestinationBadge state={destination.state} />
      </DrawerHeading>
      <div className="flex-1 divide-y overflow-y-auto">
        <DrawerSection title={t("destination.status")}>
          <Text size="small">{t(`destinationState.${destination.state}.sentence`)}</Text>
        </DrawerSection>
        <FactsSection destination={destination} />
        <DecisionSection destination={destination} />
        <HistorySection
          entries={destination.history}
          describe={(action) => describeDestinationHistory(action, t)}
        />
      </div>
    </>
  )
}
