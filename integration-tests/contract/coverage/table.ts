import type { Claim } from "../story/story"
import { sections } from "./items"

/** A claim, and the file it was made in. */
export type FiledClaim = Claim & { file: string }

const INTRODUCTION = `# Coverage of the service document

Each line is a statement or an open point of the service document, in our words, with the tests that exercise it, by file and
number as in [the list of tests](#tests): our real client, or fetch for calls that no client may make, against the sandbox over
HTTP. Every test runs under at least two sets of assumptions that differ in every setting
(\`integration-tests/contract/assumption-sets\`). A test that claims an endpoint fails unless exactly the method and path of the
line were called with the key that belongs to it; one that claims an error, event, state or transition, unless it was seen on the
wire. Lines about what the plugin does name tests of a store (\`http/...\`).

Each line was checked by breaking it: \`npm run test:release -- coverage\` makes a mistake in the client, the sandbox or the plugin
that breaks the statement (\`integration-tests/contract/coverage/mutants\`), runs a test of the line, and fails unless that test
fails. A line may have several such mistakes, and each has to be found. \`npm run test:release -- coverage PATTERN\` does it for
the lines whose names match.

Written by \`UPDATE_DOCS=1 npx jest integration-tests/contract/coverage --selectProjects=contract\`; a test fails when it is stale.
`

/** The coverage document, from the stories' claims. */
export function coverageDocument(claims: readonly FiledClaim[]): string {
  const total = sections.reduce((sum, { items }) => sum + Object.keys(items).length, 0)
  const parts = sections.map(({ heading, items }) => {
    const rows = Object.entries(items).map(([id, says]) => `| \`${id}\` | ${says} | ${testsOf(id, claims)} |`)
    return [
      `## ${heading}\n`,
      "| Item | What it says | Exercised by |",
      "| --- | --- | --- |",
      ...rows,
      "",
    ].join("\n")
  })
  const files = [...new Set(claims.map(({ file }) => file))]
  const lists = files.map((file) => {
    const titles = titlesOf(file, claims).map((title, index) => `${index + 1}. ${title}`)
    return [`### ${nameOf(file)}\n`, ...titles, ""].join("\n")
  })
  const links = files.map((file) => `[${nameOf(file)}]: ../../${file}`)
  return (
    [
      INTRODUCTION,
      `${total} items, ${claims.length} tests.\n`,
      ...parts,
      "## Tests\n",
      ...lists,
      ...links,
    ].join("\n") + "\n"
  )
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
