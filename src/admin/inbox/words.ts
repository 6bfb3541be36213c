import type { OnchainDelivery } from "../../types/http"
import type { Translate } from "../ui/texts"

export const DELIVERY_HISTORY_WORDING = { rerun: "Run again", test_sent: "Test event sent" } as const

export const DELIVERY_STATE_WORDING = {
  received: {
    name: "Waiting",
    sentence: "Queued. Retries wait longer each time.",
  },
  processing: { name: "In progress", sentence: "Being processed." },
  processed: { name: "Done", sentence: "Processed." },
  ignored: {
    name: "Ignored",
    sentence: "Nothing to do for this store.",
  },
  dead: {
    name: "Failed",
    sentence: "No attempts left. Fix the error, then run it again. Scheduled status checks continue.",
  },
} as const satisfies Record<OnchainDelivery["state"], { name: string; sentence: string }>

export const deliveries = {
  deliveryHistory: DELIVERY_HISTORY_WORDING,
  deliveryState: DELIVERY_STATE_WORDING,
  deliveries: {
    title: "Webhooks",
    subtitle: "Events from the provider.",
    searchHint: "Webhook or resource ID",
    open: "{{name}}, open this webhook",
    none: "No webhooks yet",
    noneHint: "The provider sends one when a payment changes.",
    noneMatch: "No webhook matches",
    loadFailed: "The webhooks could not be loaded.",
  },
  delivery: {
    title: "Webhook",
    loadFailed: "The webhook could not be loaded.",
    notFound: "This webhook does not exist or was deleted.",
    lastError: "Last error: {{error}}",
    facts: "Delivery",
    id: "Webhook ID",
    next: "Next attempt",
    handled: "Processed",
    body: "Body",
    bodyHint: "As received. Statuses are always read from the provider.",
    copyBody: "Copy body",
    action: "Actions",
  },
  rerun: {
    title: "Run again",
    text: "Processes it as new.",
    button: "Run again",
    done: "Queued",
    not: {
      received: "It is queued.",
      processing: "It is being processed.",
    },
    question: "Run this webhook again?",
    effect: "{{event}} is processed as new.",
    safe: "Nothing is captured twice. No money is sent.",
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
