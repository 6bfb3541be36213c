import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { type TiedProcess, logTail, startTiedProcess } from "../scripts/process/tied-process"
import type { AssumptionsInput } from "../src/gateway"

const Address = z.object({
  url: z.string(),
  origin: z.string(),
  credentials: z.object({
    businessId: z.string(),
    apiKey: z.string(),
    payoutApiKey: z.string(),
    webhookSecret: z.string(),
  }),
})

/** Address and credentials of a sandbox in another process. */
export type SandboxAddress = z.infer<typeof Address>

export interface SandboxProcess extends SandboxAddress {
  readonly process: TiedProcess
}

export interface SandboxProcessOptions {
  /** Directory of the installed plugin. */
  packageDirectory: string
  port: number
  /** URL of the webhooks. */
  webhookUrl: string
  /** Time of one block, on every network. */
  blockTimeMs: number
  /** How the service behaves where its document leaves it open. @default the sandbox's own */
  assumptions?: AssumptionsInput
  logDirectory: string
}

/**
 * Starts the installed plugin's sandbox as a merchant would, and reads its address from its first line.
 *
 * @throws Error with what it printed when it does not start
 */
export async function startSandboxProcess(options: SandboxProcessOptions): Promise<SandboxProcess> {
  const logFile = join(options.logDirectory, "sandbox.log")
  const cli = join(options.packageDirectory, ".medusa", "server", "src", "cli", "index.js")
  const settings: Record<string, string> = {
    port: String(options.port),
    "webhook-url": options.webhookUrl,
    "block-time-ms": String(options.blockTimeMs),
  }
  if (options.assumptions) {
    settings.assumptions = join(options.logDirectory, "sandbox-assumptions.json")
    writeFileSync(settings.assumptions, JSON.stringify(options.assumptions))
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
  const sandbox = startTiedProcess({
    name: "sandbox",
    command: process.execPath,
    args: [cli, "sandbox", "--json", ...flags],
    cwd: options.packageDirectory,
    env: { PATH: process.env.PATH },
    logFile,
  })
  const line = await sandbox.firstLine
  if (line === null) {
    await sandbox.exited
    throw new Error(`The sandbox did not start:\n${logTail(logFile)}`)
  }
  return { ...Address.parse(JSON.parse(line)), process: sandbox }
}
