import { Alert, Button, Checkbox, Label } from "@medusajs/ui"
import { useId } from "react"
import type { OnchainRefundDetail } from "../../types/http"
import { EntryInputs } from "../payout/destination/entry-form"
import { DrawerSection } from "../ui/drawer"
import { Copyable } from "../ui/facts"
import { RadioField } from "../ui/form/fields"
import { Muted } from "../ui/prose"
import { useTexts } from "../ui/texts"
import { ASK_CUSTOMER, NEW_ADDRESS } from "./next-step"
import type { RefundSteps } from "./use-refund-steps"

/** Where the refund goes: a known address, an entered one, or one that the customer proposes. */
export function DestinationSection({ refund, steps }: { refund: OnchainRefundDetail; steps: RefundSteps }) {
  const { t } = useTexts()
  const { network_id: id, network_name: network, chain } = refund
  const { entries, change, to, pendingLabel, mayPay } = steps
  return (
    <DrawerSection title="request.destination">
      <RadioField
        label={t("refundTo.label")}
        options={[
          ...(mayPay
            ? [
                ...refund.destinations.map((known) => ({
                  value: known.id,
                  label: known.label,
                  description: [
                    known.address,
                    ...(known.memo ? [t("refund.memo", { memo: known.memo })] : []),
                    ...(known.single_use_refund_id === refund.id ? [t("refundTo.singleUse")] : []),
                    ...(known.is_observed_sender ? [t("refundTo.sender")] : []),
                  ].join(" · "),
                })),
                {
                  value: NEW_ADDRESS,
                  label: t("refundTo.new"),
                  description: t("refundTo.newText", { network }),
                },
              ]
            : []),
          {
            value: ASK_CUSTOMER,
            label: t("refundTo.ask"),
            description: t(refund.address_request ? "refundTo.askAgain" : "refundTo.askText", { network }),
            disabled: !refund.choices.ask_address.is_possible,
          },
        ]}
        value={to}
        onChange={(value) => change({ to: value })}
      />
      {pendingLabel !== null && (
        <Alert variant="info" role="status">
          {t("refundTo.pending", { label: pendingLabel })}
        </Alert>
      )}
      {to === NEW_ADDRESS && (
        <div
          role="group"
          aria-label={t("refundTo.new")}
          className="flex flex-col gap-y-4 rounded-lg border p-4"
        >
          <SenderNotice
            refund={refund}
            onUse={(address) => change({ address: { ...entries.address, address } })}
          />
          <EntryInputs
            values={entries.address}
            networks={[{ id, name: network, chain }]}
            error={steps.addressError}
            onChange={(part) => change({ address: { ...entries.address, ...part } })}
          />
        </div>
      )}
      {to === ASK_CUSTOMER && (
        <SendChoice refund={refund} isSent={entries.isSent} onChange={(isSent) => change({ isSent })} />
      )}
    </DrawerSection>
  )
}

type SenderNoticeProps = { refund: OnchainRefundDetail; onUse: (address: string) => void }

/** Never filled in by itself: it may be an exchange. */
function SenderNotice({ refund: { observed_sender: sender }, onUse }: SenderNoticeProps) {
  const { t } = useTexts()
  if (!sender || sender.destination_state === "approved") return null
  return (
    <Alert variant="warning">
      <div className="flex flex-col items-start gap-y-2">
        {t("withdrawal.senderWarning")}
        <Copyable value={sender.address} name={t("field.address")} />
        {sender.destination_state === "pending" ? (
          t("refundTo.senderPending")
        ) : (
          <Button size="small" type="button" variant="secondary" onClick={() => onUse(sender.address)}>
            {t("refundTo.useSender")}
          </Button>
        )}
      </div>
    </Alert>
  )
}

type SendChoiceProps = { refund: OnchainRefundDetail; isSent: boolean; onChange: (isSent: boolean) => void }

function SendChoice({ refund, isSent, onChange }: SendChoiceProps) {
  const { customer, order, can_email_link: canEmail } = refund
  const { t } = useTexts()
  const id = useId()
  if (!order || !canEmail) return <Muted>{t("refundLink.once")}</Muted>
  const email = customer?.email
  return (
    <div className="flex items-center gap-x-2">
      <Checkbox id={id} checked={isSent} onCheckedChange={(isTicked) => onChange(isTicked === true)} />
      <Label htmlFor={id} size="small" className="break-words">
        {email ? t("refundTo.send", { email }) : t("refundTo.sendUnknown")}
      </Label>
    </div>
  )
}
