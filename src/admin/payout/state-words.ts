import type { OnchainWithdrawalState, OnchainWithdrawalWait } from "../../types/http"

export const WITHDRAWAL_STATE_WORDING = {
  requested: { name: "Needs a quote", sentence: "It is requested, and the provider has not quoted it yet." },
  quoted: { name: "Needs confirmation", sentence: "The provider has quoted it. Nothing has been sent." },
  awaiting_approval: {
    name: "Needs approval",
    sentence: "It is confirmed and waits for another user. Nothing has been sent.",
  },
  sending: {
    name: "Being sent",
    sentence:
      "It was sent to the provider, and the answer has not arrived. The same request is repeated automatically until it does; the money goes out once.",
  },
  sent: { name: "On its way", sentence: "The provider is executing it." },
  completed: { name: "Paid out", sentence: "The money has arrived at its destination." },
  failed: { name: "Failed", sentence: "The provider could not execute it. The money is still yours." },
  refused: { name: "Refused", sentence: "The provider did not accept it. Nothing was sent." },
  cancelled: { name: "Cancelled", sentence: "It was cancelled before anything was sent." },
  unknown: {
    name: "Unknown",
    sentence:
      "The provider's answer was lost, and it is no longer safe to repeat the request. Look for the withdrawal in the provider's dashboard, then enter here what you found.",
  },
} as const satisfies Record<OnchainWithdrawalState, { name: string; sentence: string }>

export const WITHDRAWAL_WAIT_WORDING = {
  quote: "Request a quote to see what it costs.",
  confirmation: "A user has to read the quote and confirm it.",
  approval: "Another user has to read the quote and approve it.",
  answer: "The provider has not answered yet. The request is repeated automatically.",
  queue: "It is in the provider's queue and continues automatically.",
  funds: "The provider is still collecting money from recent sales. It continues automatically.",
  gas: "Gas credit is used up. Top up in the provider's dashboard; it then continues automatically.",
  reserved_funds: "Another payout holds the money at the moment. It continues automatically.",
  processing: "The provider is working on it. It continues automatically.",
  network: "It is on the network and waits for confirmations. It continues automatically.",
  unknown: "The provider reports a status that is not known here. It is followed until it ends.",
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
  unknown: "Answer lost, needs a user",
  found: "Found at the provider",
  adopted: "Found at the provider by a user",
  written_off: "Ended as not sent by a user",
  ended_paid: "Ended as paid by a user",
  ended_not_paid: "Ended as not paid by a user",
  acknowledged: "Reviewed by a user",
  completed: "Paid out",
  failed: "Failed at the provider",
  contradicted: "The provider contradicted this store",
} as const
