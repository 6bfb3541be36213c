import type { OnchainDestination, OnchainDestinationAction } from "../../types/http"
import type { ConfirmationWords } from "../components/confirmation"
import type { Translate } from "../i18n/translate"

/** Says what approving or archiving a destination does. */
export function describeDestinationConfirmation(
  destination: Pick<OnchainDestination, "label" | "network_name" | "address" | "memo">,
  action: OnchainDestinationAction,
  t: Translate
): ConfirmationWords {
  const { label, network_name: network, address, memo } = destination
  const words = {
    title: t(`destinationAction.${action}.question`, { label }),
    text: t(`destinationAction.${action}.effect`, { network }),
    destination: address,
    note: null,
    warning: null,
    isFinal: action === "archive",
    button: t(`destinationAction.${action}.button`),
  }
  if (action === "archive") return words
  return {
    ...words,
    warning:
      memo === null ? t("destinationAction.approve.noMemo") : t("destinationAction.approve.memo", { memo }),
  }
}
