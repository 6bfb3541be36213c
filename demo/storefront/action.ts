import { useState } from "react"

/** State of a button's or form's action. */
export type Action = {
  isBusy: boolean
  /** Why the last run failed. */
  problem: string | null
  run: (task: () => Promise<unknown>) => Promise<void>
}

/** Runs one task at a time and keeps its error for display. */
export function useAction(): Action {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const run = async (task: () => Promise<unknown>) => {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      await task()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, run }
}
