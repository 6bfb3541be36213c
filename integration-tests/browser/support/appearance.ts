import type { Page } from "playwright-core"
import { violationsInThemes } from "./accessibility"
import { overflowWhenNarrow } from "./overflow"

/**
 * Expects part of a page to have no accessibility violation, in light and in dark mode, and the page to fit a
 * narrow window.
 *
 * @param selector our part of the page
 */
export async function expectGoodLook(page: Page, selector: string): Promise<void> {
  const at = page.url()
  const found = await violationsInThemes(page, selector)
  const widerBy = await overflowWhenNarrow(page)
  expect({ at, selector, ...found, widerBy }).toEqual({ at, selector, light: [], dark: [], widerBy: 0 })
}
