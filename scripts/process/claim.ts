import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

/** A resource that only one living process may hold, named by a file. */
export interface Claim {
  release(): void
}

let claimCount = 0

/**
 * Takes a claim, or returns null while another living process holds it.
 *
 * The file holds the owner's process id, so the claim of a killed process counts as free.
 *
 * @param file path that names the claim
 * @example const claim = tryClaim(join(tmpdir(), "port-9000"))
 */
export function tryClaim(file: string): Claim | null {
  mkdirSync(dirname(file), { recursive: true })
  const ownFile = `${file}.${process.pid}.${(claimCount += 1)}`
  writeFileSync(ownFile, String(process.pid))
  try {
    if (!link(ownFile, file) && (isHeld(file) || !link(ownFile, file))) return null
    return { release: () => rmSync(file, { force: true }) }
  } finally {
    rmSync(ownFile, { force: true })
  }
}

/** A link appears with its content in one step, so no reader ever sees a claim without its owner. */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false
    throw error
  }
}

function isHeld(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, "utf8")), 0)
    return true
  } catch (error) {
    if (hasCode(error, "EPERM")) return true
    if (!hasCode(error, "ESRCH") && !hasCode(error, "ENOENT")) throw error
    rmSync(file, { force: true })
    return false
  }
}

/** Not `instanceof Error`: a test runner may give a file its own Error, which is not Node's. */
function hasCode(error: unknown, code: string): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === code
}
