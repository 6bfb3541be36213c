import { usePayouts } from "../../hooks/use-payouts"
import { useTexts } from "../../hooks/use-texts"
import { useTreasuryDestinations } from "../../hooks/use-destinations"
import { DetailPending } from "../detail-pending"
import { DrawerHeading } from "../drawer-heading"
import { PayoutsNotice } from "../payouts-notice"
import { RequestForm } from "./request-form"

type NewWithdrawalProps = { onDone: (id: string) => void; onCancel: () => void }

/** The drawer for a new withdrawal; only the reason for those who may not. */
export function NewWithdrawal({ onDone, onCancel }: NewWithdrawalProps) {
  const { t } = useTexts()
  const payouts = usePayouts()
  const destinations = useTreasuryDestinations()
  if (!payouts.data || !destinations.data) {
    return (
      <DetailPending
        error={payouts.error ?? destinations.error}
        onRetry={() => void Promise.all([payouts.refetch(), destinations.refetch()])}
        words={{
          title: t("request.title"),
          loading: t("request.loading"),
          loadFailed: t("request.loadFailed"),
          notFound: t("request.loadFailed"),
        }}
      />
    )
  }
  return (
    <>
      <DrawerHeading title={t("request.title")} />
      {payouts.data.is_on ? (
        <RequestForm
          payouts={payouts.data}
          destinations={destinations.data}
          onDone={onDone}
          onCancel={onCancel}
        />
      ) : (
        <div className="px-6 py-4">
          <PayoutsNotice />
        </div>
      )}
    </>
  )
}
