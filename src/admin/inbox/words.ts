import type { OnchainDelivery } from "../../types/http"
import type { Translate } from "../ui/texts"

export const DELIVERY_HISTORY_WORDING = { rerun: "Run again" } as const

export const DELIVERY_STATE_WORDING = {
  received: {
    name: "Waiting",
    sentence: "It is queued. After each failure it waits longer.",
  },
  processing: { name: "In progress", sentence: "It is being processed right now." },
  processed: { name: "Done", sentence: "It was processed." },
  ignored: {
    name: "Nothing to do",
    sentence: "It needed no action by this store.",
  },
  dead: {
    name: "Given up",
    sentence:
      "It failed too often and is not retried automatically. Run it again when the cause of the error is gone. Open payments are not lost meanwhile: the store polls the provider for them.",
  },
} as const satisfies Record<OnchainDelivery["state"], { name: string; sentence: string }>

export const deliveries = {
  deliveryHistory: DELIVERY_HISTORY_WORDING,
  deliveryState: DELIVERY_STATE_WORDING,
  deliveries: {
    title: "Webhooks",
    subtitle: "Webhooks of the payment provider, and how each was processed.",
    searchHint: "Webhook or resource ID",
    open: "{{name}}, open this webhook",
    none: "No webhooks yet",
    noneHint: "The provider sends one when the state of a payment changes.",
    noneMatch: "No webhook matches",
    loadFailed: "The webhooks could not be loaded.",
  },
  delivery: {
    title: "Webhook",
    loadFailed: "The webhook could not be loaded.",
    notFound: "This webhook does not exist. Old ones are deleted.",
    lastError: "Last error: {{error}}",
    facts: "Delivery",
    id: "Webhook ID",
    next: "Next attempt",
    handled: "Processed",
    body: "Body",
    bodyHint:
      "As received, indented for reading. A webhook is only a hint: the state is always read from the provider.",
    copyBody: "Copy the body",
    action: "Actions",
  },
  rerun: {
    title: "Run again",
    text: "Processes the webhook from the start, as if it had just arrived.",
    button: "Run again",
    done: "The webhook is processed in a moment.",
    not: {
      received: "It is queued and will be processed anyway.",
      processing: "It is being processed right now.",
    },
    question: "Run this webhook again?",
    effect: "{{event}} is processed from the start, as if it had just arrived.",
    safe: "The state is read from the provider, so nothing is captured twice. No money is sent.",
  },
}

/** A webhook in progress needs no second run. */
export function rerunChoice(
  { state }: Pick<OnchainDelivery, "state">,
  t: Translate
): { is_possible: boolean; reason: string | null } {
  const isWorkedOn = state === "received" || state === "processing"
  return { is_possible: !isWorkedOn, reason: isWorkedOn ? t(`rerun.not.${state}`) : null }
}
