import { setTimeout as delay } from "node:timers/promises"

/**
 * Polls until there is an answer.
 *
 * @param what the thing waited for, as it reads in "timed out waiting for ..."
 * @param probe returns the answer, or null while there is none yet
 * @param timeoutMs when to stop
 * @throws Error after the timeout, and whatever the probe throws
 * @example await waitUntil("the order to be captured", () => capturedOrder(id), { timeoutMs: 30_000 })
 */
export async function waitUntil<Answer>(
  what: string,
  probe: () => Promise<Answer | null>,
  { timeoutMs = 60_000, intervalMs = 150 } = {}
): Promise<Answer> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const answer = await probe()
    if (answer !== null) return answer
    if (Date.now() > deadline) throw new Error(`Timed out after ${timeoutMs} ms waiting for ${what}`)
    await delay(intervalMs)
  }
}
