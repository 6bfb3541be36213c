/**
 * Does something that is safe to repeat, and once more when it fails: a connection may break after the work was done.
 *
 * @param onFailure told why the first attempt failed
 * @throws whatever the second attempt throws
 */
export async function onceMore<T>(job: () => Promise<T>, onFailure: (error: unknown) => void): Promise<T> {
  try {
    return await job()
  } catch (error) {
    onFailure(error)
    return job()
  }
}
