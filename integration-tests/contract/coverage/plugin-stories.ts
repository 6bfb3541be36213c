import type { FiledClaim } from "./table"

/** A story of a store with the plugin: the rows it shows, where it is written, and the file of tests that runs it. */
export type PluginStory = FiledClaim & { spec: string }

const written = (file: string, spec: string, title: string, items: readonly string[]): PluginStory => ({
  ...{ file: `integration-tests/http/stories/${file}.ts`, spec: `integration-tests/http/${spec}.spec.ts` },
  ...{ title, items },
})

/** For rows about what the plugin does, which no story of client and sandbox can show. */
export const pluginStories: readonly PluginStory[] = [
  written(
    "before-payment",
    "orders",
    "is captured for its own amount when overpaid, and the surplus is due",
    ["rule:fulfil.settled"]
  ),
  written(
    "before-payment",
    "orders",
    "shows each confirmation and is captured only after the last, with one invoice opened",
    ["rule:fulfil.settled", "rule:fulfil.observed", "rule:fulfil.confirming"]
  ),
  written(
    "before-payment",
    "orders",
    "stays unpaid when its invoice is %s, and the page says so without an address",
    ["rule:fulfil.rejected"]
  ),
  written(
    "account-addresses",
    "wrong-addresses",
    "are each confirmed at each display, and left out when they are of another rail",
    ["rule:ensure.every-display"]
  ),
  written("hostile-webhooks", "webhooks", "that are signed and call a pending invoice paid capture nothing", [
    "rule:webhook.fetch-first",
  ]),
  written("hostile-webhooks", "webhooks", "with any byte of the body changed are refused", [
    "rule:fulfil.settled",
  ]),
  written(
    "intents",
    "intents",
    "pays far more than the amount: it is held for review, and the order stays unpaid",
    ["rule:webhook.fulfil", "rule:review.invoice"]
  ),
  written(
    "intents",
    "intents",
    "are income without an order in a business that assigns nothing, each of 12, and the health check says why",
    ["rule:mode.ledger-only.income"]
  ),
  written(
    "marketplace",
    "intents",
    "on %s every seller has a leg, and the legs sum to the net; the split stays when the sellers change",
    ["rule:recipients.by-order"]
  ),
  written(
    "marketplace",
    "intents",
    "a call whose answer was lost is repeated with the split that was stored, not with a new one",
    ["rule:recipients.stored"]
  ),
  written(
    "splits",
    "auto-deposit-only",
    "shows a leg that arrives, one that is rejected and one without gas, by webhooks, and by the list of withdrawals once they are lost",
    ["rule:route.leg", "rule:route.leg-states"]
  ),
]
