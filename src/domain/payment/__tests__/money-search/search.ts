/** A transition system whose states can be told apart by a key. */
export type System<State> = {
  start: State
  keyOf: (state: State) => string
  stepsFrom: (state: State) => { text: string; world: State }[]
  /** @returns the rule that a state breaks, or null */
  findProblem: (state: State) => string | null
}

export type Found = {
  states: number
  /** Events of the longest shortest story. */
  depth: number
  /** Whether every reachable state was visited. */
  isComplete: boolean
  seconds: number
  /** The shortest story that ends in a broken rule. */
  counterexample: { problem: string; story: string[] } | null
}

/**
 * Visits every state breadth first, each once, until one breaks a rule, the states run out, or the budget does.
 *
 * A state is known by 53 bits of a hash of its key: among a million states, two share one with a probability of 1 to 18,000.
 */
export function search<State>(system: System<State>, budget: { states: number; seconds: number }): Found {
  const startedMs = performance.now()
  const seen = new Set<number>()
  const parents: number[] = []
  const texts: string[] = []
  let depth = 0
  const storyOf = (index: number): string[] => {
    const story: string[] = []
    for (let at = index; at > 0; at = parents[at] ?? 0) story.unshift(texts[at] ?? "")
    return story
  }
  const end = (isComplete: boolean, problem?: { text: string; index: number }): Found => ({
    states: seen.size,
    depth,
    isComplete,
    seconds: (performance.now() - startedMs) / 1_000,
    counterexample: problem ? { problem: problem.text, story: storyOf(problem.index) } : null,
  })
  const visit = (state: State, parent: number, text: string) => {
    const hash = hashOf(system.keyOf(state))
    if (seen.has(hash)) return null
    const index = parents.length
    seen.add(hash)
    parents.push(parent)
    texts.push(text)
    return { index, problem: system.findProblem(state) }
  }
  const first = visit(system.start, 0, "")
  if (first?.problem) return end(false, { text: first.problem, index: first.index })
  let layer: { state: State; index: number }[] = [{ state: system.start, index: 0 }]
  while (layer.length > 0) {
    const next: typeof layer = []
    for (const { state, index: parent } of layer) {
      if (seen.size >= budget.states || performance.now() - startedMs > budget.seconds * 1_000)
        return end(false)
      for (const { text, world } of system.stepsFrom(state)) {
        const visited = visit(world, parent, text)
        if (visited?.problem) return end(false, { text: visited.problem, index: visited.index })
        if (visited) next.push({ state: world, index: visited.index })
      }
    }
    if (next.length > 0) depth++
    layer = next
  }
  return end(true)
}

/** One line for each event, then the rule that is broken. */
export function tell({ problem, story }: { problem: string; story: string[] }): string {
  return [...story.map((line, number) => `${number + 1}. ${line}`), `=> ${problem}`].join("\n")
}

/** Two multiplicative hashes of 32 bits, mixed to 53. */
function hashOf(text: string): number {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0)
}
