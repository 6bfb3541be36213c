import { execFileSync } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"

/** Path of a program of one of these names on the PATH, or null. */
export function findProgram(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "")
  const files = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return files.find(isExecutable) ?? null
}

/**
 * Path of a program, installed from Debian's packages where there is none.
 *
 * @param names it may have
 * @throws Error when there is none and it cannot be installed
 * @example ensureProgram(["redis-server"], "redis-server")
 */
export function ensureProgram(names: readonly string[], debianPackage: string): string {
  const found = findProgram(names)
  if (found) return found
  console.log(`Installing ${debianPackage} with apt-get`)
  try {
    aptGet(["update", "-qq"])
    aptGet(["install", "-y", "-qq", "--no-install-recommends", debianPackage])
  } catch (cause) {
    throw new Error(`${names[0]} has to be on the PATH, and apt-get could not install it.`, { cause })
  }
  const installed = findProgram(names)
  if (!installed) throw new Error(`apt-get installed ${debianPackage}, but it is not on the PATH.`)
  return installed
}

function aptGet(args: string[]): void {
  execFileSync("apt-get", args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  })
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    // Not there, or not ours to run: the next place is tried.
    return false
  }
}
