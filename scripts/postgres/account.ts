import { execFileSync } from "node:child_process"
import { statSync } from "node:fs"
import { dirname } from "node:path"

/** User and group a process runs as; empty means the current ones. */
export interface Account {
  uid?: number
  gid?: number
}

/**
 * The account Postgres runs under, because it refuses to run as root.
 *
 * Every Linux has `nobody`, so nothing is created on the machine and concurrent runs cannot collide over it.
 */
export function postgresAccount(): Account {
  if (process.getuid?.() !== 0) return {}
  const ask = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }))
  return { uid: ask("-u"), gid: ask("-g") }
}

/**
 * Whether an unprivileged account can reach a path. A clone under `/root` is not reachable.
 *
 * @param path an existing directory
 */
export function isReachableByAnyone(path: string): boolean {
  const isSearchable = (statSync(path).mode & 0o001) !== 0
  const parent = dirname(path)
  return isSearchable && (parent === path || isReachableByAnyone(parent))
}
