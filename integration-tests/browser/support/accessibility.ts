import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { overflowWhenNarrow } from "./overflow"
import { untilStill } from "./settle"

const source = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8")

/** Markup of Medusa's own components, which we cannot change. */
const NOT_OURS = [
  // The filter bar: a button without a name, and text without contrast in dark mode.
  ".overflow-x-auto.border-t",
  // The icon in a search field.
  "[role=img].pointer-events-none",
  // The placeholder of a date field, whose contrast in dark mode is too low.
  "[role=spinbutton][data-placeholder]",
]

type Finding = { id: string; help: string; nodes: string[] }

/** Rules that depend on colors; every other one finds the same in dark mode. */
export const OF_COLORS = ["color-contrast", "link-in-text-block"]

/**
 * Checks part of a page for accessibility violations, once nothing moves there any more.
 *
 * @param selector our part of the page
 * @param rules by default all
 * @returns violations, with their markup
 */
export async function violations(
  page: Page,
  selector: string,
  rules?: readonly string[]
): Promise<Finding[]> {
  await untilStill(page)
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(source)
  const context = JSON.stringify({ include: [selector], exclude: NOT_OURS })
  const options = JSON.stringify({
    resultTypes: ["violations"],
    // Speech input needs the visible words in a name; axe calls the rule experimental.
    ...(rules
      ? { runOnly: { type: "rule", values: rules } }
      : { rules: { "label-content-name-mismatch": { enabled: true } } }),
  })
  return page.evaluate<Finding[]>(
    `axe.run(${context}, ${options}).then(({ violations }) =>
       violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => html) })))`
  )
}

/** Expects a page that follows the system to have none in light and dark mode, and to fit a narrow window. */
export async function expectGoodPage(page: Page): Promise<void> {
  const at = page.url()
  const light = await violations(page, "body")
  await page.emulateMedia({ colorScheme: "dark" })
  const dark = await violations(page, "body", OF_COLORS)
  await page.emulateMedia({ colorScheme: "light" })
  const widerBy = await overflowWhenNarrow(page)
  expect({ at, light, dark, widerBy }).toEqual({ at, light: [], dark: [], widerBy: 0 })
}

/**
 * Expects part of the dashboard to have no accessibility violation in light mode, none of colors in dark mode,
 * and the page to fit a narrow window.
 *
 * @param selector our part of the page
 * @param at names the page in a failure
 */
export async function expectGoodLook(page: Page, selector: string, at = page.url()): Promise<void> {
  const light = await violations(page, selector)
  await replaceTheme(page, "light", "dark")
  const dark = await violations(page, selector, OF_COLORS)
  await replaceTheme(page, "dark", "light")
  const widerBy = await overflowWhenNarrow(page)
  expect({ at, selector, light, dark, widerBy }).toEqual({ at, selector, light: [], dark: [], widerBy: 0 })
}

async function replaceTheme(page: Page, from: "light" | "dark", to: "light" | "dark"): Promise<void> {
  const isReplaced = await page.evaluate(`document.documentElement.classList.replace("${from}", "${to}")`)
  if (isReplaced !== true) throw new Error(`the page was not in ${from} mode`)
}
