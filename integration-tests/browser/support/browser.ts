import { type Browser, chromium } from "playwright-core"
import { findChromium } from "../../../scripts/chromium"

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // No request leaves the machine.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
]

/** Starts Chromium without a window and with a fresh profile. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ ...findChromium(), args: flags })
}
