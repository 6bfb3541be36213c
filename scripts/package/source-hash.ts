import { createHash } from "node:crypto"
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"

const settings = ["package.json", "package-lock.json", "tsconfig.json"]

/**
 * Fingerprint of the sources of the built package.
 *
 * @param root directory of the repository
 */
export function sourceHash(root: string): string {
  const sources = ["src", join("docs", "merchant"), join("scripts", "package")]
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("__tests__"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const hash = createHash("sha256")
  for (const file of [...sources, ...settings.map((name) => join(root, name))]) {
    const content = readFileSync(file)
    hash.update(`${file.slice(root.length)}\0${content.length}\0`).update(content)
  }
  return hash.digest("hex")
}
