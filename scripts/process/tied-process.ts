import { spawn } from "node:child_process"
import { once } from "node:events"
import { createWriteStream, readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"

/**
 * A command running in its own process group that ends with this process, even when this process is killed.
 */
export interface TiedProcess {
  readonly name: string
  /** File that holds everything the command printed. */
  readonly logFile: string
  /** Exit code; resolves when the command and its children are gone. */
  readonly exited: Promise<number>
  /** First line the command prints on standard output, or null when it ends without one. */
  readonly firstLine: Promise<string | null>
  /** Stops the group, waits, and kills it when it takes too long. */
  stop(): Promise<void>
  /** Kills the group at once, like a crash. */
  kill(): Promise<void>
}

export interface TiedProcessOptions {
  name: string
  command: string
  args: string[]
  cwd: string
  env: Record<string, string | undefined>
  logFile: string
}

/**
 * Starts a command whose processes cannot be left behind.
 *
 * @param options the command, and the file its output goes to
 * @example const store = startTiedProcess({ name: "store", command: "node", args: ["server.js"], cwd, env,
 * logFile })
 */
export function startTiedProcess(options: TiedProcessOptions): TiedProcess {
  const { name, command, args, cwd, env, logFile } = options
  const child = spawn(process.execPath, [join(__dirname, "tie.mjs"), command, ...args], {
    cwd,
    env,
    // Its own group keeps Ctrl-C in a terminal from reaching the command before it is stopped in order.
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  })
  const log = createWriteStream(logFile, { flags: "a" })
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  const lines = createInterface({ input: child.stdout })
  const firstLine = new Promise<string | null>((resolve) => {
    lines.once("line", resolve).once("close", () => resolve(null))
  })
  const exited = once(child, "close").then(([code]: (number | null)[]) => {
    log.end()
    return code ?? 1
  })

  return {
    name,
    logFile,
    exited,
    firstLine,
    async stop() {
      if (child.exitCode === null) child.stdin.end()
      await exited
    },
    async kill() {
      child.kill("SIGUSR2")
      await exited
    },
  }
}

/**
 * Last lines a command printed, for error messages.
 *
 * @param lineCount how many lines to keep
 */
export function logTail(logFile: string, lineCount = 25): string {
  return readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-lineCount).join("\n")
}
