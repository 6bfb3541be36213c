import { join } from "node:path"
import { type TiedProcess, logTail, startTiedProcess } from "./tied-process"
import { waitUntil } from "./wait-until"

/** A command and where it runs. */
export interface Command {
  /** The program and its arguments. */
  line: readonly [string, ...string[]]
  cwd: string
  /** Variables to override; undefined removes one. */
  env?: Record<string, string | undefined>
}

/** Commands that share an environment and a folder for their output. */
export interface Commands {
  /** Starts a command and returns at once. @param name of its log file */
  launch(name: string, command: Command): TiedProcess
  /** Runs a command to its end. @throws Error with the last lines it printed when it fails */
  run(name: string, command: Command): Promise<void>
  /** Starts a server and waits until a URL answers with a 2xx. @throws Error with the last lines it printed when it ends before */
  serve(name: string, command: Command, server: { url: string; timeoutMs: number }): Promise<TiedProcess>
  /** Stops everything it started. */
  stop(): Promise<void>
}

/**
 * @param options.env environment of every command
 * @param options.logDirectory existing folder for their output
 * @example const commands = createCommands({ env, logDirectory }); await commands.run("install", { line: ["npm", "ci"], cwd })
 */
export function createCommands(options: {
  env: Record<string, string | undefined>
  logDirectory: string
}): Commands {
  const started: TiedProcess[] = []
  const launch = (name: string, { line: [command, ...args], cwd, env }: Command) => {
    const logFile = join(options.logDirectory, `${name}.log`)
    const child = startTiedProcess({ name, command, args, cwd, env: { ...options.env, ...env }, logFile })
    started.push(child)
    return child
  }
  return {
    launch,
    async run(name, command) {
      const child = launch(name, command)
      const code = await child.exited
      if (code !== 0) throw failure(child, `ended with ${code}`)
    },
    async serve(name, command, { url, timeoutMs }) {
      const server = launch(name, command)
      let endedWith: number | undefined
      void server.exited.then((code) => (endedWith = code))
      const isUp = async () => {
        if (endedWith !== undefined) throw failure(server, `ended with ${endedWith} while starting`)
        return (await isAnswered(url)) || null
      }
      await waitUntil(`${name} to start`, isUp, { timeoutMs })
      return server
    },
    async stop() {
      await Promise.all(started.map((child) => child.stop()))
    },
  }
}

async function isAnswered(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    // Not listening yet; the process and the timeout decide whether it ever will.
    return false
  }
}

function failure(child: TiedProcess, what: string): Error {
  return new Error(`${child.name} ${what}. Its last output:\n${logTail(child.logFile)}`)
}
