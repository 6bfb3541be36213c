/**
 * A mistake that breaks the statement of a row: in one file of the client, the sandbox or the plugin, a text that occurs once is
 * replaced. A story that the row names has to fail then.
 */
export type Mutant = {
  file: string
  find: string
  replace: string
  /** The set of assumptions the story runs under. @default the first of the story's */
  set?: string
}

/** Several where a row states several figures: each has to make a story fail. */
export type Mutants = Mutant | readonly Mutant[]

/** @example inFile("src/sandbox/store.ts")('"a"', '"b"') */
export const inFile =
  (file: string, set?: string) =>
  (find: string, replace: string): Mutant => ({ file, find, replace, ...(set !== undefined && { set }) })
