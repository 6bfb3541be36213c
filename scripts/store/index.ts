import { join, resolve } from "node:path"
import { createCommands } from "../process/commands"
import type { TiedProcess } from "../process/tied-process"
import { isBuilt, noteBuild } from "./build-stamp"
import { claimStoreDirectory } from "./store-directory"

const bootTimeoutMs = 180_000
const cli = join(resolve(__dirname, "..", ".."), "node_modules", "@medusajs", "cli", "cli.js")

/** A Medusa project in its own processes, driven by Medusa's command line. */
export interface Store {
  /** Makes another directory the plugin of this store, from its next command on. @param directory below this repository's root */
  usePlugin(directory: string): void
  /** Migrates an existing database. */
  migrate(): Promise<void>
  /** Runs a script with the store's container (`medusa exec`). */
  exec(script: string, args: string[]): Promise<void>
  /**
   * Builds the store and its dashboard for production (`medusa build`), unless that was done with the same
   * plugin. Later starts use the build.
   */
  build(options?: { isForced: boolean }): Promise<void>
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
  /** Stores of one kind are built from the same configuration, and find each other's build. @default none */
  kind?: string
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
  const directory = claimStoreDirectory(options.configFile, options.kind)
  const { logDirectory } = options
  const commands = createCommands({ env: { ...inherited(), ...options.env }, logDirectory })
  let root = directory.path
  const medusa = (args: string[], env?: Record<string, string | undefined>) => {
    const typescript = join(__dirname, "typescript.cjs")
    return { line: [process.execPath, "--require", typescript, cli, ...args] as const, cwd: root, env }
  }
  const run = (name: string, args: string[]) => commands.run(name, medusa(args))

  return {
    usePlugin: directory.usePlugin,
    migrate: () => run("migrate", ["db:migrate", "--execute-all-links", "--execute-all-search"]),
    exec: (script, args) => run("exec", ["exec", script, ...args]),
    async build({ isForced } = { isForced: false }) {
      root = directory.path
      if (isForced || !isBuilt(root)) {
        await run("build", ["build"])
        noteBuild(root)
      }
      root = join(root, ".medusa", "server")
    },
    start: (port, change) =>
      commands.serve("store", medusa(["start", "--port", String(port)], change), {
        url: `http://localhost:${port}/health`,
        timeoutMs: bootTimeoutMs,
      }),
    async close() {
      await commands.stop()
      directory.release()
    },
  }
}

/** The caller's environment must not affect the store, apart from the paths of programs, and marks that are watched. */
function inherited(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, LANG, MARKS_TABLE, MARKS_FOUND, NODE_OPTIONS } = process.env
  return {
    PATH,
    HOME,
    TMPDIR,
    LANG,
    NO_COLOR: "1",
    MEDUSA_DISABLE_TELEMETRY: "true",
    TS_NODE_TRANSPILE_ONLY: "1",
    ...(MARKS_TABLE === undefined ? {} : { MARKS_TABLE, MARKS_FOUND, NODE_OPTIONS }),
  }
}
