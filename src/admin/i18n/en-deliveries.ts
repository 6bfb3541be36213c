import { DELIVERY_HISTORY_WORDING } from "../deliveries/history"

/** English texts of the list of webhooks and of what is told about one. */
export const deliveries = {
  deliveries: {
    title: "Webhooks",
    subtitle: "What the payment service told this store, and what became of it.",
    searchHint: "Webhook or resource ID",
    filter: { state: "Status", event: "Event" },
    column: {
      event: "Event",
      state: "Status",
      attempts: "Attempts",
      resource: "About",
      details: "Details",
      received: "Received",
    },
    open: "{{event}}, open this webhook",
    none: "No webhooks yet",
    noneHint: "The service sends one when something happens to a payment.",
    noneMatch: "No webhook matches",
    noneMatchHint: "Change the search or clear the filters.",
    loadFailed: "The webhooks could not be loaded.",
  },
  deliveryState: {
    received: {
      name: "Waiting",
      sentence: "It is stored and waits for its turn. After a failure it waits longer each time.",
    },
    processing: { name: "In progress", sentence: "It is being handled right now." },
    processed: { name: "Done", sentence: "It was handled." },
    ignored: {
      name: "Nothing to do",
      sentence: "It was read and needed nothing: it is about something that is not this store's to do.",
    },
    dead: {
      name: "Given up",
      sentence:
        "It failed as often as it may and is not tried again by itself. Run it again when the cause of the error is gone. Open payments are looked after meanwhile: the service is asked about them from time to time.",
    },
  },
  delivery: {
    title: "Webhook",
    loading: "Loading the webhook",
    loadFailed: "The webhook could not be loaded.",
    notFound: "This webhook does not exist. Old ones are deleted.",
    status: "What became of it",
    lastError: "Last error: {{error}}",
    facts: "Delivery",
    id: "Webhook ID",
    resource: "About",
    received: "Received",
    attempts: "Attempts",
    next: "Next attempt",
    handled: "Handled",
    body: "Body",
    bodyHint: "As it came, set out for reading. It is only a hint: the service is always asked what is true.",
    copyBody: "Copy the body",
    action: "What you can do",
  },
  rerun: {
    title: "Run again",
    text: "Handles the webhook from the start, as if it had just arrived.",
    button: "Run again",
    done: "The webhook is handled in a moment.",
    not: {
      received: "It waits for its turn and is handled anyway.",
      processing: "It is being handled right now.",
    },
    question: "Run this webhook again?",
    effect: "{{event}} is handled from the start, as if it had just arrived.",
    safe: "The service is asked how things stand, so nothing is captured twice. No money is sent.",
  },
  deliveryHistory: DELIVERY_HISTORY_WORDING,
}
