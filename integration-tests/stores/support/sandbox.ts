import { readFileSync } from "node:fs"
import { waitUntil } from "../../../scripts/process/wait-until"
import { logTail } from "../../../scripts/process/tied-process"
import type { BlankStore } from "./blank-store"

const BLOCK_TIME_MS = 500

/**
 * Starts the sandbox of the installed package, and copies the keys it prints, as the README says.
 *
 * @returns lines for .env
 */
export async function startSandbox(
  store: BlankStore,
  port: number,
  storeUrl: string
): Promise<Record<string, string>> {
  const flags = { "webhook-url": `${storeUrl}/hooks/onchain`, port, "block-time-ms": BLOCK_TIME_MS }
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)])
  const sandbox = store.launch("sandbox", ["medusa-payment-onchain", "sandbox", ...args])
  let hasEnded = false
  void sandbox.exited.then(() => (hasEnded = true))
  const printed = await waitUntil("the sandbox's keys", async () => {
    if (hasEnded) throw new Error(`The sandbox ended:\n${logTail(sandbox.logFile)}`)
    const text = readFileSync(sandbox.logFile, { encoding: "utf8", flag: "a+" })
    return /^ONCHAIN_WEBHOOK_SECRET=.+\n/m.test(text) ? text : null
  })
  const lines = Object.fromEntries(
    [...printed.matchAll(/^(ONCHAIN_\w+)=(.+)$/gm)].map(([, name = "", value = ""]) => [name, value])
  )
  if (!lines.ONCHAIN_BASE_URL) throw new Error(`The sandbox printed no lines for .env:\n${printed}`)
  return lines
}
