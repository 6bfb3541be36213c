import { Text, toast } from "@medusajs/ui"
import type { OnchainRefundDetail } from "../../../types/http"
import { EMPTY_ENTRY } from "../../destinations/entry"
import { useTexts } from "../../hooks/use-texts"
import { customerName } from "../../naming/customer-name"
import { EntryForm } from "../destinations/entry-form"

type AddressEntryProps = {
  refund: OnchainRefundDetail
  /** Whether to begin with the sender's address, which a person has asked the customer about. */
  isSender: boolean
  onClose: () => void
}

/** Adds an address of the customer who is owed the money, on the network of the payment. */
export function AddressEntry({ refund, isSender, onClose }: AddressEntryProps) {
  const { t } = useTexts()
  const { id, observed_sender: sender, customer, network_id, network_name, chain } = refund
  return (
    <section aria-label={t("entry.refundTitle")} className="rounded-lg border p-3">
      <EntryForm
        initial={{
          ...EMPTY_ENTRY,
          label: customer ? customerName(customer, t) : "",
          networkId: network_id,
          ...(isSender && sender ? { address: sender.address, memo: sender.memo ?? "" } : {}),
        }}
        networks={[{ id: network_id, name: network_name, chain }]}
        refund={{ refundId: id, sender }}
        onDone={({ state }) => {
          toast.success(t(state === "pending" ? "refund.addedPending" : "refund.added"))
          onClose()
        }}
        onCancel={onClose}
      >
        <Text size="small" weight="plus" leading="compact">
          {t("entry.refundTitle")}
        </Text>
      </EntryForm>
    </section>
  )
}
