import type { OnchainWithdrawalState, OnchainWithdrawalWait } from "../../types/http"

export const WITHDRAWAL_STATE_WORDING = {
  requested: { name: "Needs a quote", sentence: "No quote yet. Nothing has been sent." },
  quoted: { name: "Needs confirmation", sentence: "Quoted. Nothing has been sent." },
  awaiting_approval: { name: "Needs approval", sentence: "Confirmed. Nothing has been sent." },
  sending: {
    name: "Sending",
    sentence: "Waiting for the provider. The request is repeated automatically and pays once.",
  },
  sent: { name: "On its way", sentence: "The provider is sending it." },
  completed: { name: "Paid out", sentence: "The money has arrived." },
  failed: { name: "Failed", sentence: "The provider could not send it. The money is still yours." },
  refused: { name: "Refused", sentence: "The provider refused it. Nothing was sent." },
  cancelled: { name: "Cancelled", sentence: "Cancelled before anything was sent." },
  unknown: {
    name: "Unknown",
    sentence:
      "The provider's answer was lost, so sending again could pay twice. Check the provider's dashboard, then choose under “…” what you found.",
  },
} as const satisfies Record<OnchainWithdrawalState, { name: string; sentence: string }>

export const WITHDRAWAL_WAIT_WORDING = {
  quote: "Request a quote to see the fee. Nothing has been sent.",
  confirmation: "A user must confirm the quote. Nothing has been sent.",
  approval: "Another user must approve it. Nothing has been sent.",
  answer: "Waiting for the provider. The request is repeated automatically.",
  queue: "Queued at the provider. It continues automatically.",
  funds: "Waiting for funds from recent sales. It continues automatically.",
  gas: "Waiting for gas on {{network}}. Add gas credit; it then continues automatically.",
  reserved_funds: "Another payout holds the funds. It continues automatically.",
  processing: "In progress at the provider. It continues automatically.",
  network: "Waiting for confirmations on {{network}}. It continues automatically.",
  unknown: "The provider reports an unknown status. It is followed until the end.",
  person: "A user must enter the outcome.",
} as const satisfies Record<OnchainWithdrawalWait, string>

export const WITHDRAWAL_HISTORY_WORDING = {
  requested: "Requested",
  quoted: "Quote received",
  quote_refused: "Quote refused by the provider",
  quote_expired: "Quote expired",
  confirmed: "Confirmed",
  approved: "Approved",
  cancelled: "Cancelled",
  lapsed: "Cancelled: no activity",
  sent: "Accepted by the provider",
  refused: "Refused by the provider",
  unknown: "Answer lost",
  found: "Found at the provider",
  adopted: "Found by the provider's ID",
  written_off: "Closed as not sent",
  ended_paid: "Closed as paid",
  ended_not_paid: "Closed as not paid",
  acknowledged: "Marked as reviewed",
  completed: "Paid out",
  failed: "Failed at the provider",
  contradicted: "Reverted by the provider",
} as const
