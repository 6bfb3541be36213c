import type { Page } from "playwright-core"

/**
 * Notes what a page complains about in its console, and errors nobody caught.
 *
 * @returns the complaints so far. The browser's own line about a refused call is one; a story that provokes it says so.
 */
export function watchConsole(page: Page): string[] {
  const complaints: string[] = []
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(String(error)))
  return complaints
}
