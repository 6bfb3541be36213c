import type { Claim } from "../story/story"
import { itemIds, ROW } from "./items"

/** A claim, and the file it was made in. */
export type FiledClaim = Claim & { file: string }

const TESTS = "## Tests\n"

/** The coverage document with the stories' claims beside its statements, and the list of their titles. */
export function coverageDocument(written: string, claims: readonly FiledClaim[]): string {
  const [statements = ""] = written.split(TESTS)
  const files = [...new Set(claims.map(({ file }) => file))]
  const lists = files.map((file) => {
    const titles = titlesOf(file, claims).map((title, index) => `${index + 1}. ${title}`)
    return [`### ${nameOf(file)}\n`, ...titles, ""].join("\n")
  })
  const links = files.map((file) => `[${nameOf(file)}]: ../../${file}`)
  const filled = statements
    .replace(/^\d+ items, \d+ tests\.$/m, `${itemIds.length} items, ${claims.length} tests.`)
    .replace(ROW, (_, id: string, says: string) => `| \`${id}\` | ${says} | ${testsOf(id, claims)} |`)
  return filled + [TESTS, ...lists, ...links].join("\n") + "\n"
}

const titlesOf = (file: string, claims: readonly FiledClaim[]) =>
  claims.filter((claim) => claim.file === file).map(({ title }) => title)

/** Such as `[errors] 3`: the third test of a file. */
function testsOf(id: string, claims: readonly FiledClaim[]): string {
  const tests = claims.filter(({ items }) => items.includes(id))
  if (tests.length === 0) return "**nothing**"
  return tests
    .map(({ file, title }) => `[${nameOf(file)}] ${titlesOf(file, claims).indexOf(title) + 1}`)
    .join(", ")
}

function nameOf(file: string): string {
  return file
    .replace(/^.*\/http\/stories\//, "http/")
    .replace(/^.*\/stories\//, "")
    .replace(/(\.spec)?\.ts$/, "")
}
