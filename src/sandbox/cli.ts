import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { z } from "zod"
import { type AssumptionsInput, assumptionsSchema } from "../gateway/assumptions"
import { createSandbox, type Sandbox } from "./create-sandbox"
import { type Environment, ENVIRONMENTS } from "./credentials"
import { isLoopback } from "./http/app"
import type { SandboxOptions } from "./options"

const COMMAND = "medusa-payment-onchain sandbox"

const USAGE = `${COMMAND}: a payment service for development. No real money.

  --port <n>              port to listen on, 0 for any free one (default 4010)
  --host <name>           name or address to listen on, and to answer for (default 127.0.0.1)
  --seed <text>           what ids, addresses and keys derive from (default "sandbox")
  --environment <name>    environment of the business, sandbox or live (default sandbox)
  --webhook-url <url>     where webhooks are sent
  --webhook-secret <s>    secret they are signed with (default: derived from the seed)
  --block-time-ms <n>     block time of every network (default: each network's own)
  --manual-clock          the clock stands still until it is advanced
  --start-at <instant>    ISO 8601 instant the clock begins at, also after a reset
                          (default: now, or 2026-01-01T00:00:00Z with --manual-clock)
  --assumptions <file>    JSON file with what the service document leaves open
  --json                  first line of output is JSON: {"url","origin","credentials"}
  --help                  show this text
`

const DEFAULT_PORT = 4010

type CliOptions = { hasHelp: boolean; isJson: boolean; sandbox: SandboxOptions }

/** @throws Error naming the invalid argument */
export function parseCliOptions(args: readonly string[]): CliOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: "string" },
      host: { type: "string" },
      seed: { type: "string" },
      environment: { type: "string" },
      assumptions: { type: "string" },
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
  if (secret !== undefined) envLine("--webhook-secret", secret)
  if (url !== undefined && !URL.canParse(url)) throw new Error(`--webhook-url: "${url}" is not a URL`)
  return {
    hasHelp: values.help,
    isJson: values.json,
    sandbox: {
      port: wholeNumber("--port", values.port, 0, 65_535) ?? DEFAULT_PORT,
      host: values.host,
      seed: values.seed,
      environment: environment(values.environment),
      assumptions: assumptions(values.assumptions),
      clock: values["manual-clock"] ? "manual" : "flowing",
      startAt: instant("--start-at", values["start-at"]),
      blockTimeMs: wholeNumber("--block-time-ms", values["block-time-ms"], 1, 86_400_000),
      webhook: url === undefined ? undefined : { url, secret },
    },
  }
}

/** A date, or a time without a zone, would mean a different instant on another machine. */
const instantSchema = z.iso.datetime({ offset: true })

function instant(name: string, text: string | undefined): string | undefined {
  if (text === undefined || instantSchema.safeParse(text).success) return text
  throw new Error(`${name}: "${text}" is not an ISO 8601 instant such as 2026-01-01T00:00:00Z`)
}

function environment(text: string | undefined): Environment | undefined {
  const known = ENVIRONMENTS.find((name) => name === text)
  if (text === undefined || known !== undefined) return known
  throw new Error(`--environment: "${text}" is neither ${ENVIRONMENTS.join(" nor ")}`)
}

/** @throws Error naming the file and each invalid setting */
function assumptions(file: string | undefined): AssumptionsInput | undefined {
  if (file === undefined) return undefined
  try {
    const parsed = assumptionsSchema.safeParse(JSON.parse(readFileSync(file, "utf8")))
    if (!parsed.success) throw new Error(z.prettifyError(parsed.error))
    return parsed.data
  } catch (error) {
    throw new Error(`--assumptions: ${file}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

function wholeNumber(name: string, text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  throw new Error(`${name}: "${text}" is not a whole number from ${min} to ${max}`)
}

/** The command `sandbox`: serves until it is ended by a signal. Fails with exit code 1. */
export async function runSandbox(args: readonly string[]): Promise<void> {
  await serve(args).catch(fail)
}

async function serve(args: readonly string[]): Promise<void> {
  const { hasHelp, isJson, sandbox: options } = parseCliOptions(args)
  if (hasHelp) {
    process.stdout.write(USAGE)
    return
  }
  const sandbox = await createSandbox(options)
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop(sandbox))
  if (options.host !== undefined && !isLoopback(options.host)) process.stderr.write(exposure(options.host))
  process.stdout.write((isJson ? jsonLine(sandbox) : "") + summary(sandbox))
}

/** For a program that starts the sandbox and reads its first line. */
function jsonLine({ url, origin, credentials }: Sandbox): string {
  return `${JSON.stringify({ url, origin, credentials })}\n`
}

/** The credentials are fake, so printing them is safe. */
function summary(sandbox: Sandbox): string {
  const { businessId, apiKey, payoutApiKey, webhookSecret, dashboardSession, environment } =
    sandbox.credentials
  const { clock, webhookUrl } = sandbox.state()
  return [
    "On-chain payment sandbox. No real money.",
    `  payment page    ${sandbox.origin}/`,
    `  dashboard       ${sandbox.origin}/_sandbox/dashboard`,
    `  session         ${dashboardSession}`,
    `  webhooks go to  ${webhookUrl ?? "nowhere (--webhook-url)"}`,
    `  environment     ${environment}`,
    `  clock           ${clock}`,
    "",
    "For the store's .env:",
    envLine("ONCHAIN_BASE_URL", sandbox.url),
    envLine("ONCHAIN_BUSINESS_ID", businessId),
    envLine("ONCHAIN_API_KEY", apiKey),
    envLine("ONCHAIN_PAYOUT_API_KEY", payoutApiKey),
    envLine("ONCHAIN_WEBHOOK_SECRET", webhookSecret),
    "",
  ].join("\n")
}

/**
 * Writes a line that dotenv reads as the same value: in quotes where the value has more than what a key or URL has. Double quotes are no
 * choice, because `\\n` in them is a line break.
 *
 * @throws Error for a value that dotenv cannot read
 */
export function envLine(name: string, value: string): string {
  if (/^[\w.:/+=@-]+$/.test(value)) return `${name}=${value}`
  const quote = ["'", "`"].find((mark) => !value.includes(mark))
  if (quote === undefined || value === "" || value.includes("\r"))
    throw new Error(
      `${name} cannot be written in .env: it is empty, or has a carriage return or both ' and \``
    )
  return `${name}=${quote}${value}${quote}`
}

function exposure(host: string): string {
  return (
    `${COMMAND}: warning: it listens on ${host}, and its page and controls need no key: anyone who reaches ` +
    `the port can use them. Without --host it listens on 127.0.0.1, for this machine only.\n`
  )
}

function stop(sandbox: Sandbox): void {
  sandbox.close().then(() => process.exit(0), fail)
}

function fail(error: unknown): void {
  process.stderr.write(`${COMMAND}: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
