/**
 * Waits for work that happens after an answer, by trying an expectation until it holds.
 *
 * @param withinMs how long to try; generous, since it costs nothing when things go well
 * @throws the last failure
 */
export async function eventually<T>(attempt: () => Promise<T>, withinMs = 30_000): Promise<T> {
  const deadline = Date.now() + withinMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
