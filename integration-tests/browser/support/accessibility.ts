import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { settle } from "./settle"

const source = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8")

/** Markup of Medusa's own components, which is not ours to change. */
const NOT_OURS = [
  // The bar of filters: a button without a name, and in the dark words without contrast.
  ".overflow-x-auto.border-t",
  // The picture in a search field.
  "[role=img].pointer-events-none",
]

type Finding = { id: string; help: string; nodes: string[] }

/**
 * Looks for violations of accessibility rules in part of a page, when nothing moves there any more.
 *
 * @param selector the part, which is ours
 * @returns what was found, with the markup it was found in
 */
export async function violations(page: Page, selector: string): Promise<Finding[]> {
  await settle(page)
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(source)
  const context = JSON.stringify({ include: [selector], exclude: NOT_OURS })
  return page.evaluate<Finding[]>(
    `axe.run(${context}, { resultTypes: ["violations"] }).then(({ violations }) =>
       violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => html) })))`
  )
}
