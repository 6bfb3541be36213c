import { parseArgs } from "node:util"
import { z } from "zod"
import type { SandboxOptions } from "./options"

export const USAGE = `onchain-sandbox: a payment service for development. No real money.

  --port <n>              port to listen on, 0 for any free one (default 4010)
  --host <name>           address to listen on (default 127.0.0.1)
  --seed <text>           what ids, addresses and keys derive from (default "sandbox")
  --webhook-url <url>     where webhooks are sent
  --webhook-secret <s>    secret they are signed with (default: derived from the seed)
  --block-time-ms <n>     block time of every network (default: each network's own)
  --manual-clock          the clock stands still until it is advanced
  --start-at <instant>    ISO 8601 instant the clock begins at, also after a reset
                          (default: now, or 2026-01-01T00:00:00Z with --manual-clock)
  --json                  first line of output is JSON: {"url","origin","credentials"}
  --help                  show this text
`

const DEFAULT_PORT = 4010

export type CliOptions = { hasHelp: boolean; isJson: boolean; sandbox: SandboxOptions }

/**
 * Reads the arguments of the command.
 *
 * @throws Error that says which argument is wrong
 */
export function parseCliOptions(args: readonly string[]): CliOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: "string" },
      host: { type: "string" },
      seed: { type: "string" },
      "webhook-url": { type: "string" },
      "webhook-secret": { type: "string" },
      "block-time-ms": { type: "string" },
      "manual-clock": { type: "boolean", default: false },
      "start-at": { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  })
  const url = values["webhook-url"]
  const secret = values["webhook-secret"]
  if (secret !== undefined && url === undefined) throw new Error("--webhook-secret needs --webhook-url")
  if (url !== undefined && !URL.canParse(url)) throw new Error(`--webhook-url: "${url}" is no URL`)
  return {
    hasHelp: values.help,
    isJson: values.json,
    sandbox: {
      port: wholeNumber("--port", values.port, 0, 65_535) ?? DEFAULT_PORT,
      host: values.host,
      seed: values.seed,
      clock: values["manual-clock"] ? "manual" : "flowing",
      startAt: instant("--start-at", values["start-at"]),
      blockTimeMs: wholeNumber("--block-time-ms", values["block-time-ms"], 1, 86_400_000),
      webhook: url === undefined ? undefined : { url, secret },
    },
  }
}

/** A date alone, or a time without a zone, would be another instant on another machine. */
const instantSchema = z.iso.datetime({ offset: true })

function instant(name: string, text: string | undefined): string | undefined {
  if (text === undefined || instantSchema.safeParse(text).success) return text
  throw new Error(`${name}: "${text}" is no ISO 8601 instant such as 2026-01-01T00:00:00Z`)
}

function wholeNumber(name: string, text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  throw new Error(`${name}: "${text}" is no whole number from ${min} to ${max}`)
}
