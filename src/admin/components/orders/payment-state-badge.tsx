import { StatusBadge } from "@medusajs/ui"
import { useTexts } from "../../hooks/use-texts"
import { isKnownPaymentState, type KnownPaymentState } from "../../i18n/payment-state-wording"

/** Orange waits for a person, blue for the network; green is paid, grey is over without money. */
const COLORS = {
  opening: "grey",
  awaiting: "blue",
  confirming: "blue",
  settled: "blue",
  captured: "green",
  expired: "grey",
  failed: "red",
  cancelled: "grey",
  superseded: "grey",
  unallocated: "orange",
} as const satisfies Record<KnownPaymentState, string>

/** How a payment stands, in words; a state without words by its own name. */
export function PaymentStateBadge({ state }: { state: string }) {
  const { t } = useTexts()
  const isKnown = isKnownPaymentState(state)
  return (
    <StatusBadge color={isKnown ? COLORS[state] : "grey"} className="whitespace-nowrap">
      {isKnown ? t(`paymentState.${state}`) : state}
    </StatusBadge>
  )
}
