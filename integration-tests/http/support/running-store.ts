import type { AssumptionsInput } from "../../../src/gateway"
import { SandboxProcess } from "./sandbox-process"
import { bootStore, type StoreApp } from "./store-app"
import { createStoreDatabase, type StoreDatabase } from "./store-database"

export type StoreOptions = {
  /** Options of the plugin besides those that point at the sandbox. */
  plugin?: object
  /** How the service behaves, for both the sandbox and the plugin. */
  assumptions?: AssumptionsInput
  /** Variables for the store besides those of the sandbox. */
  env?: Record<string, string>
  /** Connections to the database that the store may have. */
  poolSize?: number
  /** A start of its own, for stories about what a process remembers. */
  isNew?: boolean
}

/** A store in this process, with its own database and a sandbox beside it. */
export type RunningStore = {
  options: string
  env: Record<string, string | undefined>
  database: StoreDatabase
  sandbox: SandboxProcess
  app: StoreApp
}

/** Test files share this process, not their modules. */
const shared = globalThis as typeof globalThis & { onchainStore?: RunningStore }

/**
 * The store of these options: the one that the last file in this process left, with the database as it was after the start, or a new one in
 * its place. A start of Medusa costs more than most stories, and a process can run one store.
 */
export async function runningStore(options: StoreOptions): Promise<RunningStore> {
  const key = JSON.stringify(options)
  const left = shared.onchainStore
  if (left?.options === key && !options.isNew) {
    Object.assign(process.env, left.env)
    await left.app.restore("boot")
    return left
  }
  if (left) await stopStore(left)
  return (shared.onchainStore = await startStore(options, key))
}

async function stopStore({ app, sandbox, database }: RunningStore): Promise<void> {
  delete shared.onchainStore
  await app.stop()
  await Promise.all([sandbox.stop(), database.drop()])
}

async function startStore(
  { plugin, assumptions, env = {}, poolSize }: StoreOptions,
  options: string
): Promise<RunningStore> {
  const [database, sandbox] = await Promise.all([
    createStoreDatabase(process.env.PREPARED_TEMPLATE),
    SandboxProcess.start([], assumptions),
  ])
  const variables = {
    ...env,
    ...sandbox.variables,
    ONCHAIN_OPTIONS_JSON: JSON.stringify({ ...(assumptions ? { assumptions } : {}), ...plugin }),
  }
  Object.assign(process.env, variables)
  const app = await bootStore(database.url, poolSize)
  await app.snapshot("boot")
  return { options, env: variables, database, sandbox, app }
}
