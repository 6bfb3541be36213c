import { COMMAND, parseCliOptions, USAGE } from "./cli-options"
import { createSandbox } from "./create-sandbox"
import { isLoopback } from "./http/app"
import type { Sandbox } from "./sandbox"

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
    `ONCHAIN_BASE_URL=${sandbox.url}`,
    `ONCHAIN_BUSINESS_ID=${businessId}`,
    `ONCHAIN_API_KEY=${apiKey}`,
    `ONCHAIN_PAYOUT_API_KEY=${payoutApiKey}`,
    `ONCHAIN_WEBHOOK_SECRET=${webhookSecret}`,
    "",
  ].join("\n")
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
