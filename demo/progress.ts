/** Prints a line with the seconds since the start. */
export type Say = (text: string) => void

/**
 * @param print receives each line. @default standard output
 * @example const say = createProgress(); say("Postgres is up") // " 0.8 s Postgres is up"
 */
export function createProgress(print: (line: string) => void = printLine, startedAt = Date.now()): Say {
  return (text) => {
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    print(`${seconds.padStart(6)} s  ${text}\n`)
  }
}

function printLine(line: string): void {
  process.stdout.write(line)
}
