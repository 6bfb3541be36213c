import { setTimeout as wait } from "node:timers/promises"

const PATIENCE_MS = 60_000
const PAUSE_MS = 2

/** Waits until a condition holds. @throws Error when it does not in time */
export async function eventually(what: string, isSo: () => boolean): Promise<void> {
  const startedAtMs = Date.now()
  while (!isSo()) {
    if (Date.now() - startedAtMs > PATIENCE_MS) throw new Error(`timed out waiting for ${what}`)
    await wait(PAUSE_MS)
  }
}
