import type { Page } from "playwright-core"

/** Product pictures are on the internet, and no request leaves the machine. */
const OUTSIDE = "net::ERR_NAME_NOT_RESOLVED"

/**
 * Records a page's console errors and uncaught exceptions.
 *
 * @returns the messages so far, including the browser's own about a refused call; a story that provokes one
 * says so.
 */
export function watchConsole(page: Page): string[] {
  const complaints: string[] = []
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes(OUTSIDE)) complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(String(error)))
  return complaints
}
