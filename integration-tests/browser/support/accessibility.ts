import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { settle } from "./settle"

const source = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8")

/** Markup of Medusa's own components, which we cannot change. */
const NOT_OURS = [
  // The filter bar: a button without a name, and text without contrast in dark mode.
  ".overflow-x-auto.border-t",
  // The icon in a search field.
  "[role=img].pointer-events-none",
]

type Finding = { id: string; help: string; nodes: string[] }

/**
 * Checks part of a page for accessibility violations, once nothing moves there any more.
 *
 * @param selector our part of the page
 * @returns violations, with their markup
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
