import { createHash } from "node:crypto"
import { readFileSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"

const settings = ["package.json", "package-lock.json", "tsconfig.json"]

/**
 * Fingerprint of the sources of the built package.
 *
 * @param root directory of the repository
 */
export function sourceHash(root: string): string {
  return hashOf(root, ["src", join("docs", "merchant"), join("scripts", "package"), ...settings])
}

/**
 * Fingerprint of files and of everything in folders, except tests.
 *
 * @param paths relative to the root
 */
export function hashOf(root: string, paths: readonly string[]): string {
  const hash = createHash("sha256")
  for (const file of paths.flatMap((path) => filesAt(join(root, path))).sort()) {
    const content = readFileSync(file)
    hash.update(`${file.slice(root.length)}\0${content.length}\0`).update(content)
  }
  return hash.digest("hex")
}

function filesAt(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("__tests__"))
    .map((entry) => join(entry.parentPath, entry.name))
}
