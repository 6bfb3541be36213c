import { execFileSync } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { delimiter, isAbsolute, join } from "node:path"

/** Set only on disposable machines, such as the one of `.ci/run`: a missing Redis is installed there. */
export const INSTALL_VARIABLE = "ONCHAIN_CI_INSTALL"

/**
 * Path of Redis, the one program that npm does not bring. A test command changes no machine: nothing is installed unless
 * `ONCHAIN_CI_INSTALL` is `1`.
 *
 * @throws Error with the command that installs it
 */
export function requireRedis(): string {
  const found = findProgram("redis-server")
  if (found) return found
  if (process.env[INSTALL_VARIABLE] !== "1")
    throw new Error(
      "Not on the PATH: redis-server. Install it, then run this again: apt-get install -y redis-server"
    )
  console.log("Installing redis-server with apt-get")
  try {
    aptGet(["update", "-qq"])
    aptGet(["install", "-y", "-qq", "--no-install-recommends", "redis-server"])
  } catch (cause) {
    throw new Error("apt-get could not install redis-server.", { cause })
  }
  const installed = findProgram("redis-server")
  if (!installed) throw new Error("apt-get installed redis-server, but it is not on the PATH.")
  return installed
}

function aptGet(args: string[]): void {
  execFileSync("apt-get", args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  })
}

/** Path of the first of some programs on the PATH, or of an absolute path that exists. */
export function findProgram(...names: string[]): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "")
  const files = names.flatMap((name) =>
    isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name))
  )
  return files.find(isExecutable) ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    // Missing or not executable: the next place is tried.
    return false
  }
}
