import { ensureProgram, findProgram } from "../debian-package"

const names = ["chromium", "chromium-browser", "google-chrome"]

/** Path of a Chromium that is installed, or null. */
export function findChromium(): string | null {
  return findProgram(names)
}

/**
 * Path of a Chromium, installed from Debian's packages where there is none.
 *
 * @throws Error when there is none and it cannot be installed
 */
export function ensureChromium(): string {
  return ensureProgram(names, "chromium")
}
