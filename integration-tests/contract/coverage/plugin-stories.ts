/** A story of a store with the plugin: where it is written, the file of tests that runs it, and its title there. */
export type PluginStory = { file: string; spec: string; title: string }

const stories = "integration-tests/http/stories"
const ofOrders = (title: string): PluginStory => ({
  file: `${stories}/before-payment.ts`,
  spec: "integration-tests/http/orders.spec.ts",
  title,
})
const ofWebhooks = (title: string): PluginStory => ({
  file: `${stories}/hostile-webhooks.ts`,
  spec: "integration-tests/http/webhooks.spec.ts",
  title,
})

const ofIntents = (title: string): PluginStory => ({
  file: `${stories}/intents.ts`,
  spec: "integration-tests/http/intents.spec.ts",
  title,
})

/** Rows about what the plugin does, which no story of client and sandbox can show. */
export const pluginStories = {
  "rule:fulfil.observed": [ofOrders("shows each confirmation and is captured only after the last")],
  "rule:fulfil.confirming": [ofOrders("shows each confirmation and is captured only after the last")],
  "rule:fulfil.settled": [
    ofOrders("is captured once its payment is final, with one invoice opened"),
    ofOrders("is captured for its own amount when overpaid, and the surplus is due"),
    ofWebhooks("with any byte of the body changed are refused"),
  ],
  "rule:fulfil.rejected": [
    ofOrders("stays unpaid when its invoice is %s, and the page says so without an address"),
  ],
  "rule:webhook.fulfil": [
    ofIntents("pays %s than the amount: it is held for review, and the order stays unpaid"),
  ],
  "rule:webhook.fetch-first": [ofWebhooks("that are signed and call a pending invoice paid capture nothing")],
} satisfies Record<string, readonly PluginStory[]>

export type PluginItemId = keyof typeof pluginStories
