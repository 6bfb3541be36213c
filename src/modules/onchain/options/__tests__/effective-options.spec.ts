import { z } from "zod"
import { listEffectiveOptions, SHOWN_OPTIONS } from "../effective-options"
import { optionsSchema } from "../options"
import { optionsWith } from "./valid-options"

/** What a merchant would not want to see on a screen. */
const SECRETS = [
  "apiKey",
  "payoutApiKey",
  "webhookSecrets.*",
  "rates.sources.*.apiKey",
  "rates.sources.*.rate",
]

type Part = z.core.JSONSchema.BaseSchema | boolean

/** Paths of all options of a schema, except those that are shown if changed. */
function pathsOf(part: Part, path: string[] = []): string[] {
  if (path[0] === "assumptions" || path[0] === "tuning") return []
  if (typeof part === "boolean") return [path.join(".")]
  const options = part.anyOf ?? part.oneOf
  if (options) return options.flatMap((one) => pathsOf(one, path))
  if (part.items !== undefined && !Array.isArray(part.items)) return pathsOf(part.items, [...path, "*"])
  const fields = Object.entries(part.properties ?? {})
  if (fields.length > 0) return fields.flatMap(([name, field]) => pathsOf(field, [...path, name]))
  if (part.additionalProperties) return pathsOf(part.additionalProperties, [...path, "*"])
  return [path.join(".")]
}

const full = {
  payoutApiKey: "key_payout_w9vj",
  webhookSecrets: ["whsec_new_k3qp", "whsec_old_h8mt"],
  rails: [{ chain: "evm", networkId: "base-mainnet", token: "USDC" }],
  rates: {
    sources: [
      { kind: "coingecko" as const, apiKey: "key_gecko_q7zx" },
      { kind: "custom" as const, name: "own", rate: () => Promise.resolve(null) },
    ],
  },
  explorers: { "my-net": { tx: "https://x.example/{hash}" } },
  checkout: { words: { de: { title: "Zahlung" } } },
}

const find = (name: string, options = optionsWith(full)) =>
  listEffectiveOptions(options).find((option) => option.name === name)

describe("the effective options", () => {
  it("classify every option of the schema as shown or secret", () => {
    const schema = z.toJSONSchema(optionsSchema, { io: "input", unrepresentable: "any" })
    const paths = [...new Set(pathsOf(schema))]
    expect(paths.length).toBeGreaterThan(50)
    expect(paths.sort()).toEqual([...SHOWN_OPTIONS, ...SECRETS].sort())
  })

  it.each(["assumptions", "tuning"] as const)("have nothing in %s that could hold a secret", (name) => {
    const schema = z.toJSONSchema(optionsSchema.shape[name], { io: "input", unrepresentable: "any" })
    const text = JSON.stringify(schema)
    expect(text).not.toMatch(/"[^"]*(?:secret|password|apiKey|privateKey)[^"]*":/i)
  })

  it("hold no character of a secret", () => {
    const text = JSON.stringify(listEffectiveOptions(optionsWith(full)))
    for (const secret of [
      "key_standard",
      "key_payout_w9vj",
      "whsec_new_k3qp",
      "whsec_old_h8mt",
      "key_gecko_q7zx",
    ])
      expect(text).not.toContain(secret.slice(-4))
  })

  it.each([
    ["apiKey", 1],
    ["payoutApiKey", 1],
    ["webhookSecrets", 2],
  ])("count the secrets of %s", (name, secrets) => {
    expect(find(name)).toEqual({ name, value: null, secrets, is_default: false })
  })

  it.each([
    ["environment", '"sandbox"', false],
    ["rates.maxAgeMs", "300000", true],
    ["payouts.allowedUsers", "[]", true],
    ["notifications.pageUrl", "null", true],
    ["checkout.words", '{"de":{"title":"Zahlung"}}', false],
    ["explorers", '{"my-net":{"tx":"https://x.example/{hash}"}}', false],
    ["rails", '[{"chain":"evm","networkId":"base-mainnet","token":"USDC"}]', false],
  ])("show %s", (name, value, is_default) => {
    expect(find(name)).toEqual({ name, value, secrets: null, is_default })
  })

  it("mask a key and a function inside a list", () => {
    const sources: unknown = JSON.parse(find("rates.sources")?.value ?? "")
    expect(sources).toMatchObject([
      { kind: "coingecko", apiKey: "(set)", plan: "demo" },
      { kind: "custom", name: "own", rate: "(set)" },
    ])
  })

  it("show assumptions and tuning where they differ from the default only", () => {
    const names = (options = optionsWith()) =>
      listEffectiveOptions(options).flatMap(({ name }) => (/^(assumptions|tuning)/.test(name) ? [name] : []))
    expect(names()).toEqual([])
    const changed = {
      assumptions: { signature: { encoding: "base64" as const } },
      tuning: { leaseMs: 5_000 },
    }
    expect(names(optionsWith(changed))).toEqual(["assumptions.signature.encoding", "tuning.leaseMs"])
  })
})
