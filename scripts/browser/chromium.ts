import { execFileSync } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"

const names = ["chromium", "chromium-browser", "google-chrome"]

/** Path of a Chromium that is installed, or null. */
export function findChromium(): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "")
  const files = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return files.find(isExecutable) ?? null
}

/**
 * Path of a Chromium, installed from Debian's packages where there is none.
 *
 * @throws Error when there is none and it cannot be installed
 */
export async function ensureChromium(): Promise<string> {
  const found = findChromium()
  if (found) return found
  console.log("Installing Chromium with apt-get")
  try {
    for (const args of [
      ["update", "-qq"],
      ["install", "-y", "-qq", "--no-install-recommends", "chromium"],
    ]) {
      execFileSync("apt-get", args, {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      })
    }
  } catch (cause) {
    throw new Error("The browser tests need Chromium on the PATH, and apt-get could not install it.", {
      cause,
    })
  }
  const installed = findChromium()
  if (!installed) throw new Error("apt-get installed Chromium, but it is not on the PATH.")
  return installed
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
