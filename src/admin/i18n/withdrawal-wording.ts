import type { OnchainWithdrawalState, OnchainWithdrawalWait } from "../../types/http"

/** How a withdrawal stands: a few words for the list, a sentence for the detail. */
export const WITHDRAWAL_STATE_WORDING = {
  requested: {
    name: "Needs a quote",
    sentence: "It was asked for, and the service has not said yet what it costs.",
  },
  quoted: { name: "Needs confirmation", sentence: "The service said what it costs. Nothing has been sent." },
  awaiting_approval: {
    name: "Needs approval",
    sentence: "It is confirmed and waits for another user. Nothing has been sent.",
  },
  sending: {
    name: "Being sent",
    sentence:
      "It was handed to the service, and the answer is not here yet. The same request is repeated by itself until there is one; the money goes out once.",
  },
  sent: { name: "On its way", sentence: "The service has it and carries it out." },
  completed: { name: "Paid out", sentence: "The money has arrived at its destination." },
  failed: { name: "Failed", sentence: "The service could not carry it out. The money is still yours." },
  refused: { name: "Refused", sentence: "The service did not take it on. Nothing was sent." },
  cancelled: { name: "Cancelled", sentence: "It was called off before anything was sent." },
  unclear: {
    name: "Unclear",
    sentence:
      "Nobody knows whether the service has it: its answer was lost, and asking again is not safe any more. Look for it in the list of withdrawals of the service's dashboard, then say here what you found.",
  },
} as const satisfies Record<OnchainWithdrawalState, { name: string; sentence: string }>

/** What a withdrawal waits for, and whether somebody has to do something. */
export const WITHDRAWAL_WAIT_WORDING = {
  quote: "Ask for a quote to see what it costs.",
  confirmation: "Somebody has to read the quote and confirm it.",
  approval: "Another user has to read the quote and approve it.",
  answer: "The service has not answered yet. It is asked again by itself.",
  queue: "It waits for its turn at the service; it goes on by itself.",
  funds: "The service is still collecting money from recent sales; it goes on by itself.",
  gas: "Gas credit is used up. Top up in the service's dashboard; it then goes on by itself.",
  reserved_funds: "Another payout holds the money at the moment; it goes on by itself.",
  processing: "The service is working on it; it goes on by itself.",
  network: "It is on the network and waits to be confirmed there; it goes on by itself.",
  unknown: "The service uses a word for it that is not known here. It is followed until it ends.",
  person: "Somebody has to say what became of it.",
} as const satisfies Record<OnchainWithdrawalWait, string>
