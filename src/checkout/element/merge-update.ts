import type { OnchainCheckout } from "../../types/http"
import { isOfStatus } from "../view/phase"

/**
 * Merges an update into the checkout on screen.
 *
 * Updates carry no reusable address, because the provider confirms it for each display. The confirmed address stays while the
 * attempt is the same.
 *
 * @returns `isAddressDue` when the address must be read
 */
export function mergeUpdate(
  shown: OnchainCheckout | null,
  update: OnchainCheckout
): { checkout: OnchainCheckout; isAddressDue: boolean } {
  const { payment } = update
  const isHidden =
    payment.kind === "auto_deposit" &&
    payment.deposit_address === null &&
    isOfStatus(payment.status, "payable")
  if (!isHidden) return { checkout: update, isAddressDue: false }
  const before = shown?.payment
  const isSame =
    before !== undefined &&
    before.session_id === payment.session_id &&
    before.kind === payment.kind &&
    before.rail === payment.rail
  if (isSame && before.status === "address_unavailable" && shown !== null)
    return { checkout: { ...update, payment: before }, isAddressDue: false }
  if (!isSame || before.deposit_address === null) return { checkout: update, isAddressDue: true }
  const { deposit_address, explorer } = before
  return {
    checkout: {
      ...update,
      payment: {
        ...payment,
        deposit_address,
        explorer: { ...payment.explorer, address_url: explorer.address_url },
      },
    },
    isAddressDue: false,
  }
}
