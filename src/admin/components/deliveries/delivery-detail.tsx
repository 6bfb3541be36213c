import { Text } from "@medusajs/ui"
import { describeDeliveryHistory } from "../../deliveries/history"
import { useDelivery } from "../../hooks/use-delivery"
import { useTexts } from "../../hooks/use-texts"
import { DetailPending } from "../detail-pending"
import { DrawerHeading } from "../drawer-heading"
import { DrawerSection } from "../drawer-section"
import { HistorySection } from "../history-section"
import { BodySection } from "./body-section"
import { DeliveryBadge } from "./delivery-badge"
import { FactsSection } from "./facts-section"
import { LastError } from "./last-error"
import { RerunSection } from "./rerun-section"

/** What the drawer shows of a webhook: what became of it, what it said, and a way to have it handled again. */
export function DeliveryDetail({ id }: { id: string }) {
  const { t } = useTexts()
  const { data: delivery, error, refetch } = useDelivery(id)
  if (!delivery) {
    return (
      <DetailPending
        error={error}
        onRetry={() => void refetch()}
        words={{
          title: t("delivery.title"),
          loading: t("delivery.loading"),
          loadFailed: t("delivery.loadFailed"),
          notFound: t("delivery.notFound"),
        }}
      />
    )
  }
  return (
    <>
      <DrawerHeading title={delivery.event}>
        <DeliveryBadge state={delivery.state} />
      </DrawerHeading>
      <div className="flex-1 divide-y overflow-y-auto">
        <DrawerSection title={t("delivery.status")}>
          <Text size="small">{t(`deliveryState.${delivery.state}.sentence`)}</Text>
          <LastError delivery={delivery} />
        </DrawerSection>
        <RerunSection delivery={delivery} />
        <FactsSection delivery={delivery} />
        <BodySection body={delivery.body} />
        <HistorySection
          entries={delivery.history}
          describe={(action) => describeDeliveryHistory(action, t)}
        />
      </div>
    </>
  )
}
