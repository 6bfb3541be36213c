import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** What an entry of `exports` leads to: a file, or a file for each condition. */
export type Target = string | { types?: string; default: string }
export type Manifest = {
  name: string
  exports: Record<string, Target>
  dependencies: Record<string, string>
  peerDependencies: Record<string, string>
  peerDependenciesMeta: Record<string, { optional: boolean }>
}

/** `package.json` of the repository, or of an installed package. */
export const readManifest = (root: string) =>
  JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest

/** Files of the built plugin, with their full paths. */
export const builtFiles = (root: string) =>
  readdirSync(join(root, ".medusa", "server"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** The declarations that a store's compiler reads first: those of every public entry. */
export function publicTypes(root: string): string[] {
  return Object.values(readManifest(root).exports)
    .map((target) => (typeof target === "string" ? target : (target.types ?? target.default)))
    .filter((file) => /\.(?:[mc]?ts|js)$/.test(file))
    .map((file) => join(root, file.replace(/\.js$/, ".d.ts")))
}
