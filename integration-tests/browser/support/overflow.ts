import type { Page } from "playwright-core"

/** By how many pixels a page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate<number>("document.documentElement.scrollWidth - window.innerWidth")
}

export const NARROW = { width: 390, height: 844 }

/** {@link overflow} in a narrow window. Leaves the window as it was. */
export async function overflowWhenNarrow(page: Page): Promise<number> {
  const usual = page.viewportSize() ?? NARROW
  await page.setViewportSize(NARROW)
  const by = await overflow(page)
  await page.setViewportSize(usual)
  return by
}
