import { execFileSync } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"

/** Set only on disposable machines, such as the one of `.ci/run`: missing programs are installed there. */
export const INSTALL_VARIABLE = "ONCHAIN_CI_INSTALL"

/** Programs that npm does not bring: their possible names, and their Debian package. */
const programs = {
  chromium: { names: ["chromium", "chromium-browser", "google-chrome"], debianPackage: "chromium" },
  redis: { names: ["redis-server"], debianPackage: "redis-server" },
} as const

export type ProgramName = keyof typeof programs

/**
 * Checks that programs are on the PATH, before minutes are spent on the stages before their first use.
 *
 * A test command changes no machine: nothing is installed unless `ONCHAIN_CI_INSTALL` is `1`.
 *
 * @throws Error with the one command that installs everything that is missing
 * @example requirePrograms(["chromium", "redis"])
 */
export function requirePrograms(names: readonly ProgramName[]): void {
  const missing = names.filter((name) => !findProgram(name))
  if (missing.length === 0) return
  const packages = missing.map((name) => programs[name].debianPackage)
  if (process.env[INSTALL_VARIABLE] === "1") return install(missing, packages)
  throw new Error(
    `Not on the PATH: ${missing.map((name) => programs[name].names[0]).join(", ")}. ` +
      `Install it, then run this again: apt-get install -y ${packages.join(" ")}`
  )
}

/**
 * Path of a program.
 *
 * @throws Error with the command that installs it when it is missing
 */
export function programPath(name: ProgramName): string {
  requirePrograms([name])
  return installedPath(name)
}

function install(missing: readonly ProgramName[], packages: readonly string[]): void {
  console.log(`Installing ${packages.join(" ")} with apt-get`)
  try {
    aptGet(["update", "-qq"])
    aptGet(["install", "-y", "-qq", "--no-install-recommends", ...packages])
  } catch (cause) {
    throw new Error(`apt-get could not install ${packages.join(" ")}.`, { cause })
  }
  missing.forEach(installedPath)
}

function installedPath(name: ProgramName): string {
  const path = findProgram(name)
  if (!path) throw new Error(`apt-get installed ${programs[name].debianPackage}, but it is not on the PATH.`)
  return path
}

function aptGet(args: string[]): void {
  execFileSync("apt-get", args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  })
}

function findProgram(name: ProgramName): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "")
  const files = programs[name].names.flatMap((file) => folders.map((folder) => join(folder, file)))
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
