import type { OnchainWithdrawalState, OnchainWithdrawalWait } from "../../types/http"

export const WITHDRAWAL_STATE_WORDING = {
  requested: { name: "Needs a quote", sentence: "It has no quote yet. Nothing has been sent." },
  quoted: { name: "Needs confirmation", sentence: "It has a quote. Nothing has been sent." },
  awaiting_approval: { name: "Needs approval", sentence: "It is confirmed. Nothing has been sent." },
  sending: {
    name: "Sending",
    sentence:
      "The provider has not answered. The request is repeated automatically; the money goes out once.",
  },
  sent: { name: "On its way", sentence: "The provider is executing it." },
  completed: { name: "Paid out", sentence: "The money has arrived." },
  failed: { name: "Failed", sentence: "The provider could not execute it. The money is still yours." },
  refused: { name: "Refused", sentence: "The provider refused it. Nothing was sent." },
  cancelled: { name: "Cancelled", sentence: "It was cancelled before anything was sent." },
  unknown: {
    name: "Unknown",
    sentence:
      "The provider's answer was lost, so sending again could pay twice. Look for it in the provider's dashboard, then choose in “…” what you found.",
  },
} as const satisfies Record<OnchainWithdrawalState, { name: string; sentence: string }>

export const WITHDRAWAL_WAIT_WORDING = {
  quote: "Request a quote to see the fee. Nothing has been sent.",
  confirmation: "A user has to confirm the quote. Nothing has been sent.",
  approval: "Another user has to approve it. Nothing has been sent.",
  answer: "The provider has not answered. The request is repeated automatically.",
  queue: "It is in the provider's queue and continues automatically.",
  funds: "It waits for money from recent sales and continues automatically.",
  gas: "It waits for gas on {{network}}: the gas credit is used up. Top up; it then continues automatically.",
  reserved_funds: "Another payout holds the money. It continues automatically.",
  processing: "The provider is working on it. It continues automatically.",
  network: "It waits for confirmations on {{network}} and continues automatically.",
  unknown: "The provider reports an unknown status. It is followed until it ends.",
  person: "A user has to enter what became of it.",
} as const satisfies Record<OnchainWithdrawalWait, string>

export const WITHDRAWAL_HISTORY_WORDING = {
  requested: "Requested",
  quoted: "Quote received",
  quote_refused: "Quote refused by the provider",
  quote_expired: "Quote expired before it was used",
  confirmed: "Confirmed",
  approved: "Approved",
  cancelled: "Cancelled",
  lapsed: "Cancelled after no activity",
  sent: "Accepted by the provider",
  refused: "Refused by the provider",
  unknown: "Answer lost: needs a user",
  found: "Found at the provider",
  adopted: "Found by the provider's ID",
  written_off: "Closed as not sent",
  ended_paid: "Closed as paid",
  ended_not_paid: "Closed as not paid",
  acknowledged: "Contradiction reviewed",
  completed: "Paid out",
  failed: "Failed at the provider",
  contradicted: "The provider contradicted this store",
} as const
