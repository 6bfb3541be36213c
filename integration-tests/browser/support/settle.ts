import type { Page } from "playwright-core"

/** The library recounts its layers after showing one, and starts animations a frame later. */
const BEGINS_MS = 300

/** Waits until no key is lost: animations have ended, and the library has counted its layers. */
export async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(BEGINS_MS)
  await untilStill(page)
}

/** Waits until animations have ended, those of the next two frames too: colors are right then. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
  await page.waitForFunction(
    `document.getAnimations().every((animation) =>
       animation.playState !== "running" || animation.effect.getComputedTiming().endTime === Infinity)`
  )
}
