import { format } from "prettier"
import { z } from "zod"
import { optionsSchema } from "../../src/modules/onchain/options/options"
import { OPTION_WORDS } from "./option-words"

type Part = z.core.JSONSchema.JSONSchema
type Option = { path: string; part: Part; isRequired: boolean }

/** `assumptions` has a document of its own. */
const ELSEWHERE = ["assumptions"]

const INTRODUCTION = `# Options

All options of the plugin, generated from their schema by \`npm run docs\`. Invalid options stop the boot with one message that names every
field. The setup page in the admin shows each option with its effective value.
`

const RAILS = `## Rails

A rule is \`{ chain, networkId?, token?, canonicalAssetId?, receiveMode?, payoutRouteId? or payoutRecipients? }\`. A field that a rule omits matches anything; the first rule that matches a token applies. \`payoutRouteId\` names a payout route approved in
the service's dashboard. \`payoutRecipients\` is a list of \`{ label, destinationAddress, shareBps }\` whose shares add up to 10,000 basis
points. The service then pays out what an invoice or intent of the rail receives, after its full settlement. Destinations are validated for
their chain, with the checksum, when the store starts. Both need \`payoutApiKey\`.

A rail without a price in the cart's currency is hidden, never guessed. Amounts are exact and rounded up to the token's decimals, so a shopper
who pays the quoted amount never pays too little.

\`\`\`ts
rails: [{ chain: "evm", networkId: "base-mainnet", token: "USDC" }, { chain: "stellar", token: "XLM" }]
\`\`\`

## Block explorers

\`\`\`ts
explorers: {
  "moon-mainnet": { tx: "https://scan.example/tx/{hash}", address: "https://scan.example/address/{address}" },
}
\`\`\`
`

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
    const group = [part, ...(part.anyOf ?? [])].find(
      (one): one is Part => typeof one === "object" && one.properties !== undefined
    )
    if (group && !ELSEWHERE.includes(path)) return optionsOf(group, `${path}.`, part.anyOf !== undefined)
    return [{ path, part, isRequired }]
  })
}

/** The page of options, as `docs/developers/options.md` has it. */
export async function optionsPage(): Promise<string> {
  const rows = listOptions().map(({ path, part, isRequired }) => {
    const words = OPTION_WORDS[path]
    if (words === undefined) throw new Error(`scripts/documents/option-words.ts has no words for ${path}`)
    const value = ELSEWHERE.includes(path) ? "object" : typeWords(part)
    return `| \`${path}\` | ${cell(value)} | ${isRequired ? "required" : defaultWords(part)} | ${cell(words)} |`
  })
  const table = ["| Option | Value | Default | Meaning |", "| --- | --- | --- | --- |", ...rows].join("\n")
  return format(`${INTRODUCTION}\n${table}\n\n${RAILS}`, { parser: "markdown", printWidth: 110, semi: false })
}

const cell = (text: string) => text.replaceAll("|", "\\|")

function defaultWords({ default: value }: Part): string {
  if (value === undefined) return ""
  const text = JSON.stringify(value)
  return text.length > 70 ? "see meaning" : `\`${cell(text)}\``
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
