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

/** Measures named parts of the work, some of which run side by side. */
export interface Parts {
  time<T>(name: string, work: Promise<T>): Promise<T>
  /** @example parts.summary() // "plugin 14.2 s, database 16.0 s" */
  summary(): string
}

export function createParts(): Parts {
  const seconds = new Map<string, string>()
  return {
    async time(name, work) {
      const startedAt = Date.now()
      const result = await work
      seconds.set(name, ((Date.now() - startedAt) / 1000).toFixed(1))
      return result
    },
    summary: () => [...seconds].map(([name, text]) => `${name} ${text} s`).join(", "),
  }
}
