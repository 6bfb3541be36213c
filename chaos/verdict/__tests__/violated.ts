import { type Books, judgeBooks } from "../verdict"

/** Names of the checks that find something wrong. */
export function violated(books: Books): string[] {
  return judgeBooks(books).checks.flatMap(({ name, violations }) => (violations.length > 0 ? [name] : []))
}

/** The row of some books that a test is about. */
export function must<T>(found: T | undefined): T {
  if (found === undefined) throw new Error("the clean books have changed")
  return found
}
