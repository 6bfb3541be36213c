import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { z } from "zod"
import { GatewayError } from "../gateway/client/errors"
import {
  type CapturedDelivery,
  capturedDeliverySchema,
  type ProbedEndpoint,
  type ProbeReport,
  probeService,
  type Remark,
} from "../gateway/doctor"

const USAGE = `medusa-payment-onchain doctor: compares a payment service with the plugin's settings.

  --base-url <url>        address of the service, with the version path
  --business-id <id>      your business at the service
  --environment <name>    environment of the keys, sandbox or live (default live)
  --create                creates one customer, address, intent and invoice, requests quotes, provokes refusals,
                          and resolves what you paid to the customer of an earlier run; sandbox only
  --delivery <file>       a captured webhook: JSON with "headers" and "body", the body exactly as it arrived;
                          or an array of them
  --json                  prints the whole result as JSON
  --help                  show this text

Keys come from the environment: ONCHAIN_API_KEY, ONCHAIN_PAYOUT_API_KEY (optional), and ONCHAIN_WEBHOOK_SECRET for
--delivery. Without --create it only reads. It prints no key, and nothing of the answers but names of fields and words
of statuses.
`

/** Input that cannot be used. The message names the flag and the fix. */
class InputError extends Error {
  override readonly name = "InputError"
}

type DoctorInput = {
  baseUrl: string
  businessId: string
  environment: "live" | "sandbox"
  isCreating: boolean
  isJson: boolean
  apiKey: string
  payoutApiKey: string | undefined
  webhooks: { captured: CapturedDelivery[]; secret: string } | undefined
}

const capturedSchema = z.array(capturedDeliverySchema).min(1)

type Environment = Readonly<Record<string, string | undefined>>

/**
 * @returns null when help is requested
 * @throws InputError
 */
export function parseDoctorInput(args: readonly string[], env: Environment): DoctorInput | null {
  const values = readFlags(args)
  if (values.help) return null
  const baseUrl = needed("--base-url", values["base-url"], "such as https://host/api/v1")
  const isWeb = URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol)
  if (!isWeb) throw new InputError(`--base-url: "${baseUrl}" is not an address such as https://host/api/v1`)
  const businessId = needed("--business-id", values["business-id"], "as the service's dashboard shows it")
  const environment = environmentOf(values.environment)
  if (values.create && environment !== "sandbox")
    throw new InputError(
      "--create is refused in the live environment: add --environment sandbox and use keys of the sandbox"
    )
  return {
    ...{ baseUrl, businessId, environment, isCreating: values.create, isJson: values.json },
    apiKey: variable(env, "ONCHAIN_API_KEY", "your standard API key"),
    payoutApiKey: env["ONCHAIN_PAYOUT_API_KEY"] || undefined,
    webhooks: webhooksOf(values.delivery, env),
  }
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        "base-url": { type: "string" },
        "business-id": { type: "string" },
        environment: { type: "string" },
        create: { type: "boolean", default: false },
        delivery: { type: "string" },
        json: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    }).values
  } catch (error) {
    throw new InputError(messageOf(error), { cause: error })
  }
}

function needed(flag: string, value: string | undefined, fix: string): string {
  if (value) return value
  throw new InputError(`${flag} is missing: give it a value ${fix}`)
}

function environmentOf(name: string | undefined): DoctorInput["environment"] {
  if (name === undefined || name === "live") return "live"
  if (name === "sandbox") return "sandbox"
  throw new InputError(`--environment: "${name}" is neither sandbox nor live`)
}

function variable(env: Environment, name: string, what: string): string {
  const value = env[name]
  if (value) return value
  throw new InputError(`${name} is missing: set this environment variable to ${what}`)
}

function webhooksOf(file: string | undefined, env: Environment): DoctorInput["webhooks"] {
  if (file === undefined) return undefined
  const secret = variable(env, "ONCHAIN_WEBHOOK_SECRET", "the secret that signed the webhook of --delivery")
  try {
    const parsed = capturedSchema.safeParse([JSON.parse(readFileSync(file, "utf8"))].flat())
    if (!parsed.success) throw new Error(z.prettifyError(parsed.error))
    return { captured: parsed.data, secret }
  } catch (error) {
    throw new InputError(
      `--delivery: ${file}: ${messageOf(error)}; expected JSON such as {"headers":{},"body":"{...}"}`,
      { cause: error }
    )
  }
}

/** Texts of a file are not repeated. */
function messageOf(error: unknown): string {
  if (error instanceof SyntaxError) return "it is not JSON"
  return error instanceof Error ? error.message : String(error)
}

/** @example callLine({ endpoint: "listTokens", ok: true, httpStatus: 200, reason: null }) // "  ok    200  listTokens\n" */
function callLine({ endpoint, ok, httpStatus, reason }: ProbedEndpoint): string {
  const status = (httpStatus === null ? "-" : String(httpStatus)).padEnd(4)
  return `  ${ok ? "ok  " : "FAIL"}  ${status} ${endpoint}${reason === null ? "" : `: ${reason}`}\n`
}

/** The report for a person: endpoints, settings, what to decide, and the option to paste. */
export function reportText(report: ProbeReport): string {
  const { endpoints, proposals, unknown, notSeen, fits, testPayment, assumptions } = report
  const rows = proposals.map(
    ({ setting, value, because }) => `  ${setting} = ${JSON.stringify(value)}\n      ${because}\n`
  )
  return [
    section("Endpoints", endpoints.map(callLine)),
    section(`Settings that differ from the default: ${proposals.length}`, rows),
    section(`For you to decide: ${unknown.length}`, unknown.map(remarkLine)),
    section(`Not seen: ${notSeen.length}`, missingLines(notSeen)),
    `\nDefaults that fit: ${fits.length}\n`,
    testPayment === null ? "" : paymentText(testPayment),
    proposals.length === 0
      ? "\nNothing to set: what was seen agrees with the defaults.\n"
      : `\nOption of the plugin:\n\nassumptions: ${JSON.stringify(assumptions, null, 2)},\n`,
  ].join("")
}

function paymentText({ token, networkId, address, not }: NonNullable<ProbeReport["testPayment"]>): string {
  return (
    `\nTo see what an action on a deposit answers, pay any amount but ${not} ${token} on ${networkId} to\n` +
    `${address}, wait until the deposit is in review, and run --create again: it resolves that deposit.\n`
  )
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `\n${title}\n${lines.join("")}`
}

/** One line for all settings that the same thing would show. */
function missingLines(notSeen: readonly Remark[]): string[] {
  const reasons = [...new Set(notSeen.map(({ because }) => because))]
  return reasons.map((reason) => {
    const settings = notSeen.filter(({ because }) => because === reason).map(({ setting }) => setting)
    return `  Needs ${reason}:\n${settings.map((setting) => `      ${setting}\n`).join("")}`
  })
}

function remarkLine({ setting, because }: Remark): string {
  return `  ${setting}: ${because}\n`
}

const COMMAND = "medusa-payment-onchain doctor"
const UNREACHABLE = 1
const BAD_INPUT = 2

/** The command `doctor`. Sets the exit code: 0 when the service answered, 1 when nothing did, 2 for input that cannot be used. */
export async function runDoctor(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>
): Promise<void> {
  try {
    const input = parseDoctorInput(args, env)
    if (input === null) return void process.stdout.write(USAGE)
    const report = await probe(input)
    process.stdout.write(input.isJson ? `${JSON.stringify(report, null, 2)}\n` : reportText(report))
    if (report.isReached) return
    process.exitCode = UNREACHABLE
    process.stderr.write(`${COMMAND}: ${input.baseUrl} did not answer: check --base-url and the network\n`)
  } catch (error) {
    if (!(error instanceof InputError) && !isUnusable(error)) throw error
    process.exitCode = BAD_INPUT
    process.stderr.write(`${COMMAND}: ${error.message}\nSee ${COMMAND} --help\n`)
  }
}

function probe(input: DoctorInput): Promise<ProbeReport> {
  const { isJson, ...options } = input
  return probeService({
    ...options,
    runId: randomUUID().slice(0, 13),
    onCall: (call) => void (isJson || process.stderr.write(callLine(call))),
  })
}

/** An option that the client refuses before it sends anything. */
function isUnusable(error: unknown): error is GatewayError {
  return error instanceof GatewayError && error.code === "INVALID_REQUEST"
}
