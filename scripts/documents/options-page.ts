import { z } from "zod"
import { optionsSchema } from "../../src/modules/onchain/options/options"
import { OPTION_WORDS } from "./option-words"

type Part = z.core.JSONSchema.JSONSchema
type Group = keyof typeof OPTION_WORDS
type Option = { path: string; part: Part; isRequired: boolean }

/** Explained elsewhere: in a document, and in the file of the constants. */
const ELSEWHERE = ["assumptions", "tuning"]

/** Groups that a merchant decides as a whole: each is one row. */
const WHOLE = [
  ...["rates", "refundLinks", "checkout.support", "storefront.returnUrls", "throttle"],
  ...["notifications.templates", "notifications.operators", "x402"],
]

const INTRODUCTION = `# Options

All options of the plugin, in five groups: [essential](#essential), [money](#money), [checkout](#checkout), [messages](#messages) and [operations](#operations).
Generated from their schema by \`npm run docs\`. Invalid options stop the boot with one message that names every field. The setup page in the admin shows each
option with its effective value.
`

/** What stands between the heading of a group and its table, and after the table. */
const TEXTS: Record<Group, { before: string; after?: string }> = {
  essential: { before: "Every store needs these five, and no other to take payments in USD." },
  money: {
    before:
      "A store in another currency than USD needs `rates`. Refunds and withdrawals need `payoutApiKey` and `payouts.allowedUsers`.",
    after: `### Rails

A rule is \`{ chain, networkId?, token?, canonicalAssetId?, receiveMode?, payoutRouteId? or payoutRecipients? }\`. A field that a rule omits matches anything; the first
rule that matches a token applies, and no other. A rail without a price in the cart's currency is hidden, never guessed. Amounts are exact and rounded up to the token's
decimals, so a shopper who pays the quoted amount never pays too little.

\`\`\`ts
rails: [{ chain: "evm", networkId: "base-mainnet", token: "USDC" }, { chain: "stellar", token: "XLM" }]
\`\`\`

\`payoutRouteId\` names a payout route approved in the service's dashboard. \`payoutRecipients\` is a list of \`{ label, destinationAddress, shareBps }\` whose shares add up
to 10,000 basis points. The service then pays out what an invoice or intent of the rail receives, after its full settlement. Destinations are validated for their chain, with
the checksum, when the store starts. A route needs the standard key only, recipients need \`payoutApiKey\`. To choose by order, use the hook
[\`choosePayout\`](extending.md#split-an-order).
`,
  },
  checkout: {
    before:
      "How shoppers pay, when the order is placed, and how the payment page looks. A storefront sets `storefront.origins` and `storefront.returnUrls`.",
  },
  messages: { before: "Messages to shoppers and to your team, through Medusa's Notification module." },
  operations: {
    before: "What the server and its surroundings need.",
    after: `### Limits for shoppers

| Field              | Meaning                                                                                                       |
| ------------------ | ------------------------------------------------------------------------------------------------------------- |
| \`callsPerMinute\`   | calls that the service's plan allows in a minute, 25 to 250000. Checkouts and payment pages make at most 60 % of them per process, polls 24 %; captures, the inbox, payouts and users have the rest |
| \`trustedAddresses\` | addresses or ranges that may open more than 30 payments per minute, such as the storefront's own servers, which open payments for many shoppers |
| \`proxies\`          | addresses or ranges of the proxies in front of this server, by default all private networks; only what they add to \`X-Forwarded-For\` counts. \`[]\` without a proxy |

### Block explorers

\`\`\`ts
explorers: {
  "moon-mainnet": { tx: "https://scan.example/tx/{hash}", address: "https://scan.example/address/{address}" },
}
\`\`\`
`,
  },
}

/** Every option, and those of the groups below it. */
export function listOptions(): Option[] {
  return optionsOf(z.toJSONSchema(optionsSchema, { io: "input", unrepresentable: "any" }))
}

function optionsOf(schema: Part, prefix = "", isBelowOptional = false): Option[] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).flatMap(([name, part]) => {
    if (typeof part === "boolean") return []
    const path = prefix + name
    const isRequired = required.includes(name) && !isBelowOptional
    const group = groupOf(part)
    if (group && ![...ELSEWHERE, ...WHOLE].includes(path))
      return optionsOf(group, `${path}.`, part.anyOf !== undefined)
    return [{ path, part, isRequired }]
  })
}

function groupOf(part: Part): Part | undefined {
  return [part, ...(part.anyOf ?? [])].find(
    (one): one is Part => typeof one === "object" && one.properties !== undefined
  )
}

/** The page of options, as `docs/developers/options.md` has it. */
export function optionsPage(): string {
  const options = new Map(listOptions().map((option) => [option.path, option]))
  const groups = Object.entries(OPTION_WORDS).map(([name, words]) => {
    const { before, after = "" } = TEXTS[name as Group]
    const rows = Object.entries(words).map(([path, meaning]) => rowOf(options.get(path), path, meaning))
    const table = ["| Option | Value | Default | Meaning |", "| --- | --- | --- | --- |", ...rows].join("\n")
    return `## ${name.charAt(0).toUpperCase()}${name.slice(1)}\n\n${before}\n\n${table}\n\n${after}`
  })
  return [INTRODUCTION, ...groups].join("\n")
}

function rowOf(option: Option | undefined, path: string, meaning: string): string {
  if (!option) throw new Error(`scripts/documents/option-words.ts: the schema has no option ${path}`)
  const { part, isRequired } = option
  const value = ELSEWHERE.includes(path) ? "object" : typeWords(part)
  const otherwise = WHOLE.includes(path) ? defaultsWords(part) : defaultWords(part)
  return `| \`${path}\` | ${cell(value)} | ${isRequired ? "required" : otherwise} | ${cell(meaning)} |`
}

const cell = (text: string) => text.replaceAll("|", "\\|")

function defaultWords({ default: value }: Part): string {
  if (value === undefined) return ""
  const text = JSON.stringify(value)
  return text.length > 70 ? "see meaning" : `\`${cell(text)}\``
}

/** Defaults of the fields of a group; those of a group that is off by itself come with it. */
function defaultsWords(part: Part): string {
  const fields = Object.entries(groupOf(part)?.properties ?? {})
  const words = fields.flatMap(([name, field]) => {
    const value = typeof field === "boolean" ? undefined : field.default
    const text = JSON.stringify(value)
    return value === undefined || value === null || text.length > 70 ? [] : [`\`${name}: ${cell(text)}\``]
  })
  return part.default === null ? "`null`" : words.join(", ")
}

function typeWords(part: Part | boolean): string {
  if (typeof part === "boolean") return "any"
  const choices = part.anyOf ?? part.oneOf
  if (choices) return choices.map(typeWords).join(" or ")
  if (part.const !== undefined) return `\`${JSON.stringify(part.const)}\``
  if (part.enum) return part.enum.map((value) => `\`${JSON.stringify(value)}\``).join(", ")
  if (part.type === "array") return listWords(part)
  if (part.type === "object") return objectWords(part)
  if (part.type === "integer" || part.type === "number") return numberWords(part)
  if (part.type === "string") return part.format === "uri" ? "URL" : "text"
  return part.type ?? "function"
}

function listWords({ items }: Part): string {
  const item = Array.isArray(items) || items === undefined ? "any" : typeWords(items)
  return item.length > 90 ? "list" : `list of ${item}`
}

function objectWords({ properties, required = [] }: Part): string {
  if (!properties) return "map"
  const keys = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`))
  return `\`{ ${keys.join(", ")} }\``
}

/** Limits of JSON's numbers are no limits of the option. */
function numberWords({ type, minimum, exclusiveMinimum, maximum }: Part): string {
  const low = minimum ?? (exclusiveMinimum === undefined ? undefined : `above ${exclusiveMinimum}`)
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  const name = type === "integer" ? "integer" : "number"
  if (low === undefined || low === Number.MIN_SAFE_INTEGER)
    return isBounded ? `${name} up to ${maximum}` : name
  if (typeof low === "string") return isBounded ? `${name} ${low}, up to ${maximum}` : `${name} ${low}`
  return isBounded ? `${name} ${low} to ${maximum}` : `${name} from ${low}`
}
