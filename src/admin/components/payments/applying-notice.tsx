import { Alert, Button, Text } from "@medusajs/ui"
import type { OnchainUnallocatedPaymentDetail } from "../../../types/http"
import { formatAge } from "../../format/instant"
import { useTexts } from "../../hooks/use-texts"
import { orderName } from "../../naming/order-name"

type ApplyingNoticeProps = {
  payment: OnchainUnallocatedPaymentDetail
  isBusy: boolean
  onRepeat: (orderId: string) => void
}

/** An application that is chosen and not carried out yet. Trying again repeats it for the same order. */
export function ApplyingNotice({ payment, isBusy, onRepeat }: ApplyingNoticeProps) {
  const { t, locale } = useTexts()
  const { resolution, last_error: reason } = payment
  if (!resolution) return null
  const { order } = resolution
  return (
    <div className="flex flex-col items-start gap-y-3">
      <Alert variant="info" className="w-full">
        <Text size="small" weight="plus" leading="compact">
          {t("payment.applying")}
        </Text>
        <Text size="small">
          {t("payment.applyingText", {
            who: resolution.by ?? t("acting.somebody"),
            order: order ? orderName(order, t) : t("payment.anOrder"),
            age: formatAge(resolution.at, Date.now(), locale),
          })}
        </Text>
        {reason && <Text size="small">{t("acting.reason", { reason })}</Text>}
      </Alert>
      {order && (
        <Button size="small" variant="secondary" isLoading={isBusy} onClick={() => onRepeat(order.id)}>
          {t("payment.tryNow")}
        </Button>
      )}
    </div>
  )
}
