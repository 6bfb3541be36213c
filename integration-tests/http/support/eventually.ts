const FIRST_PAUSE_MS = 40
const LONGEST_PAUSE_MS = 500

/**
 * Waits for work that happens after an answer, by trying an expectation until it holds, less and less often: whoever waits
 * long must not keep the machine from what is waited for.
 *
 * @param withinMs how long to try; generous, since it costs nothing when things go well
 * @throws the last failure
 */
export async function eventually<T>(attempt: () => Promise<T>, withinMs = 120_000): Promise<T> {
  const deadline = Date.now() + withinMs
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.4, LONGEST_PAUSE_MS)) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
