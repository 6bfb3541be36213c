import { Alert, Button, Text } from "@medusajs/ui"
import type { OnchainRefundDetail } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"

type SenderCardProps = {
  sender: NonNullable<OnchainRefundDetail["observed_sender"]>
  /** Null for those who cannot add an address. */
  onUse: (() => void) | null
}

/**
 * Who sent the payment, with the warning that belongs to it. It is offered, and never chosen by itself: the address may
 * be an exchange's.
 */
export function SenderCard({ sender, onUse }: SenderCardProps) {
  const { t } = useTexts()
  return (
    <section aria-label={t("refund.sender")} className="flex flex-col gap-y-2 rounded-lg border p-3">
      <Text size="small" weight="plus" leading="compact">
        {t("refund.sender")}
      </Text>
      <code className="txt-small break-all font-mono">
        {sender.address}
        {sender.memo !== null && ` · ${t("refund.senderMemo", { memo: sender.memo })}`}
      </code>
      <Text size="xsmall" className="text-ui-fg-subtle">
        {t("refund.senderDeposit")}
      </Text>
      <Alert variant="warning">{t("refund.senderWarning")}</Alert>
      {sender.destination_state === "approved" && <Text size="small">{t("refund.senderKnown")}</Text>}
      {sender.destination_state === "pending" && <Text size="small">{t("refund.senderPending")}</Text>}
      {sender.destination_id === null && onUse && (
        <Button size="small" variant="secondary" type="button" className="self-start" onClick={onUse}>
          {t("refund.useSender")}
        </Button>
      )}
    </section>
  )
}
