/** Rows as a list of the client gives them; each walk may begin with something of its own. */
export async function* listing<T>(
  rows: readonly T[],
  onWalk?: () => void
): AsyncGenerator<T, void, undefined> {
  await Promise.resolve()
  onWalk?.()
  yield* rows
}
