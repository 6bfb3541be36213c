/** How long a stopping process waits for its last writes: an unavailable database does not keep it. */
export const GOODBYE_MS = 2_000

/**
 * Waits for something, but not forever. A later result or error is ignored; the work itself goes on.
 *
 * @returns undefined when it took longer than `ms`
 */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
