import { readFileSync } from "node:fs"
import { storePairs } from "../store-pairs"

it.each(storePairs)("$name has a row in the table of tested versions", ({ medusa, node, manager }) => {
  const table = readFileSync("docs/operations/production.md", "utf8")
  const cells = table
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split("|").map((cell) => cell.trim()))
  expect(cells).toContainEqual(
    expect.arrayContaining([medusa, node, expect.stringMatching(`^${manager}\\b`)])
  )
})
