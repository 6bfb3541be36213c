import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { z } from "zod"
import type { Teardown } from "../../demo/teardown"
import { installSelf } from "../../scripts/package/install-self"

const Address = z.object({
  url: z.string(),
  origin: z.string(),
  credentials: z.object({ businessId: z.string(), apiKey: z.string() }),
})

/** Address and credentials of a sandbox. */
export type SandboxAddress = z.infer<typeof Address>

/** A command that has printed its first line. */
export interface StartedCommand {
  firstLine: string
  /** From the start of the process to its first line, in milliseconds. */
  startMs: number
  stop(): Promise<void>
}

/** Arguments of node that run the sandbox of the packed plugin, with a manual clock. */
export async function sandboxArguments(): Promise<string[]> {
  const cli = join(await installSelf(), ".medusa", "server", "src", "cli", "index.js")
  return [cli, "sandbox", "--json", "--port", "0", "--manual-clock"]
}

/** Reads the first line of a sandbox. */
export function readAddress(firstLine: string): SandboxAddress {
  return Address.parse(JSON.parse(firstLine))
}

/**
 * Runs node and waits for its first line.
 *
 * @throws Error when it ends without one
 */
export async function startNode(args: string[], teardown: Teardown): Promise<StartedCommand> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
  teardown.add(() => stop(child))
  const lines = createInterface({ input: child.stdout })
  const firstLine = await new Promise<string | null>((resolve) => {
    lines.once("line", resolve).once("close", () => resolve(null))
  })
  if (firstLine === null) throw new Error(`node ${args.join(" ")} ended without a line`)
  return { firstLine, startMs: performance.now() - startedAt, stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, "exit")
  child.kill("SIGTERM")
  await ended
}
