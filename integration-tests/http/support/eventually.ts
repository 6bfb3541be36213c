const FIRST_PAUSE_MS = 40
const LONGEST_PAUSE_MS = 500

/**
 * Retries an expectation until it holds, with growing pauses, so that a long wait does not take time from the work it
 * waits for.
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

/** Waits until what is read again and again is in a state. */
export const untilState = <T extends { state: string }>(
  read: () => Promise<T>,
  state: T["state"],
  withinMs?: number
) =>
  eventually(async () => {
    const found = await read()
    expect(found.state).toBe(state)
    return found
  }, withinMs)
