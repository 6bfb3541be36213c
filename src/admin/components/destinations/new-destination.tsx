import { toast } from "@medusajs/ui"
import { EMPTY_ENTRY, networksOf } from "../../destinations/entry"
import { usePayouts } from "../../hooks/use-payouts"
import { useTexts } from "../../hooks/use-texts"
import { DetailPending } from "../detail-pending"
import { DrawerHeading } from "../drawer-heading"
import { PayoutsNotice } from "../payouts-notice"
import { EntryForm } from "./entry-form"

type NewDestinationProps = { onDone: (id: string) => void; onCancel: () => void }

/** The drawer for a new destination of the merchant's own; only the reason for those who may not. */
export function NewDestination({ onDone, onCancel }: NewDestinationProps) {
  const { t } = useTexts()
  const { data: payouts, error, refetch } = usePayouts()
  if (!payouts) {
    return (
      <DetailPending
        error={error}
        onRetry={() => void refetch()}
        words={{
          title: t("entry.title"),
          loading: t("entry.loading"),
          loadFailed: t("entry.loadFailed"),
          notFound: t("entry.loadFailed"),
        }}
      />
    )
  }
  const networks = networksOf(payouts.assets)
  return (
    <>
      <DrawerHeading title={t("entry.title")} />
      <div className="flex-1 overflow-y-auto px-6 py-4">
        {payouts.is_on ? (
          <EntryForm
            initial={{ ...EMPTY_ENTRY, networkId: networks.length === 1 ? (networks[0]?.id ?? "") : "" }}
            networks={networks}
            refund={null}
            onDone={({ id, label, state }) => {
              toast.success(t(state === "pending" ? "entry.donePending" : "entry.done", { label }))
              onDone(id)
            }}
            onCancel={onCancel}
          />
        ) : (
          <PayoutsNotice />
        )}
      </div>
    </>
  )
}
