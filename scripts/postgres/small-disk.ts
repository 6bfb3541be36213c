import { execFileSync } from "node:child_process"
import { mkdtempSync, rmdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Mounts a file system of so many megabytes in memory. @throws Error where this process may not mount */
export function mountSmallDisk(directory: string, megabytes: number): void {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", directory], {
    stdio: "pipe",
  })
}

export function unmountSmallDisk(directory: string): void {
  execFileSync("umount", ["--lazy", directory], { stdio: "pipe" })
}

/** Why this process cannot give Postgres a disk of its own; undefined when it can. */
export function whyNoSmallDisk(): string | undefined {
  const directory = mkdtempSync(join(tmpdir(), "onchain-disk-"))
  try {
    mountSmallDisk(directory, 1)
    unmountSmallDisk(directory)
    return undefined
  } catch {
    return "it needs the right to mount a tmpfs, such as root with CAP_SYS_ADMIN"
  } finally {
    rmdirSync(directory)
  }
}
