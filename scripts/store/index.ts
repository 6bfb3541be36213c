import { join, resolve } from "node:path"
import { type TiedProcess, logTail, startTiedProcess } from "../process/tied-process"
import { waitUntil } from "../process/wait-until"
import { isBuilt, noteBuild } from "./build-stamp"
import { claimStoreDirectory } from "./store-directory"

const bootTimeoutMs = 180_000
const cli = join(resolve(__dirname, "..", ".."), "node_modules", "@medusajs", "cli", "cli.js")

/** A Medusa project in its own processes, driven by Medusa's command line. */
export interface Store {
  /** Migrates an existing database. */
  migrate(): Promise<void>
  /** Runs a script with the store's container (`medusa exec`). */
  exec(script: string, args: string[]): Promise<void>
  /**
   * Builds the store and its dashboard for production (`medusa build`), unless that was done with the same
   * plugin. Later starts use the build.
   */
  build(): Promise<void>
  /**
   * Starts the store (`medusa start`) and waits until it answers.
   *
   * @param change variables to override for this start; undefined removes one
   */
  start(port: number, change?: Record<string, string | undefined>): Promise<TiedProcess>
  /** Stops everything it started and releases the project directory. */
  close(): Promise<void>
}

export interface StoreOptions {
  /** Absolute path of a medusa-config.ts. */
  configFile: string
  /** Variables that the configuration reads, DATABASE_URL among them. */
  env: Record<string, string>
  /** Directory for the commands' output. */
  logDirectory: string
}

/**
 * Prepares a real store: its own processes, the plugin as npm would install it.
 *
 * @throws Error from each command, with the last lines it printed
 * @example
 * const env = { DATABASE_URL: await postgres.createDatabase("medusa") }
 * const store = createStore({ configFile, env, logDirectory })
 * await store.migrate()
 * const running = await store.start(9000)
 */
export function createStore(options: StoreOptions): Store {
  const directory = claimStoreDirectory(options.configFile)
  const started: TiedProcess[] = []
  let root = directory.path
  const launch = (name: string, args: string[], change: Record<string, string | undefined> = {}) => {
    const command = startTiedProcess({
      name,
      command: process.execPath,
      args: ["--require", join(__dirname, "typescript.cjs"), cli, ...args],
      cwd: root,
      env: { ...inherited(), ...options.env, ...change },
      logFile: join(options.logDirectory, `${name}.log`),
    })
    started.push(command)
    return command
  }
  const run = async (name: string, args: string[]) => {
    const command = launch(name, args)
    const code = await command.exited
    if (code !== 0) throw failure(command, `ended with ${code}`)
  }

  return {
    migrate: () => run("migrate", ["db:migrate", "--execute-all-links", "--execute-all-search"]),
    exec: (script, args) => run("exec", ["exec", script, ...args]),
    async build() {
      if (!isBuilt(directory.path)) {
        await run("build", ["build"])
        noteBuild(directory.path)
      }
      root = join(directory.path, ".medusa", "server")
    },
    async start(port, change) {
      const store = launch("store", ["start", "--port", String(port)], change)
      let endedWith: number | undefined
      void store.exited.then((code) => (endedWith = code))
      const isUp = async () => {
        if (endedWith !== undefined) throw failure(store, `ended with ${endedWith} while starting`)
        return (await isHealthy(port)) || null
      }
      await waitUntil("the store to start", isUp, { timeoutMs: bootTimeoutMs })
      return store
    },
    async close() {
      await Promise.all(started.map((command) => command.stop()))
      directory.release()
    },
  }
}

/** The caller's environment must not affect the store, apart from the paths of programs. */
function inherited(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, LANG } = process.env
  return {
    PATH,
    HOME,
    TMPDIR,
    LANG,
    NO_COLOR: "1",
    MEDUSA_DISABLE_TELEMETRY: "true",
    TS_NODE_TRANSPILE_ONLY: "1",
  }
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://localhost:${port}/health`)).ok
  } catch {
    // Not listening yet; the process and the timeout decide whether it ever will.
    return false
  }
}

function failure(command: TiedProcess, what: string): Error {
  return new Error(`medusa ${command.name} ${what}. Its last output:\n${logTail(command.logFile)}`)
}
