/** The states that a lifecycle can come to, with the one it begins in. */
export function reachableFrom<State extends string>(
  transitions: Record<State, readonly State[]>,
  start: State
): State[] {
  const seen = new Set([start])
  for (const state of seen) for (const next of transitions[state]) seen.add(next)
  return [...seen].sort()
}
