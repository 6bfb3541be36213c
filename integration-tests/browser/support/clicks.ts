import type { Page } from "playwright-core"

/** Real presses of the pointer, in a page that may be loaded again meanwhile. The keyboard makes none. */
const COUNT = `
  if (!window.countsPresses) {
    window.countsPresses = true
    addEventListener("pointerdown", ({ isTrusted }) => {
      if (isTrusted) sessionStorage.setItem("presses", Number(sessionStorage.getItem("presses")) + 1)
    }, true)
  }`

/**
 * Counts an operator's clicks from now on.
 *
 * @returns how many there were since
 * @example
 * const clicks = await countClicks(page)
 * await page.getByRole("link", { name: "Deposit to review" }).click()
 * await clicks() // 1
 */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(COUNT)
  await page.evaluate(COUNT)
  await page.evaluate(`sessionStorage.removeItem("presses")`)
  return () => page.evaluate<number>(`Number(sessionStorage.getItem("presses"))`)
}
