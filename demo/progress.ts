/** Prints a line with the seconds since the start. */
export type Say = (text: string) => void

/** @example const say = createProgress(); say("Postgres is up") // "   0.8 s  Postgres is up" */
export function createProgress(startedAt = Date.now()): Say {
  return (text) => {
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    process.stdout.write(`${seconds.padStart(6)} s  ${text}\n`)
  }
}
