import { setTimeout as wait } from "node:timers/promises"

const PATIENCE_MS = 60_000
const PAUSE_MS = 2

/** Waits until something is so. @throws Error when it is not for long */
export async function eventually(what: string, isSo: () => boolean): Promise<void> {
  const startedAtMs = Date.now()
  while (!isSo()) {
    if (Date.now() - startedAtMs > PATIENCE_MS) throw new Error(`waited in vain for ${what}`)
    await wait(PAUSE_MS)
  }
}
