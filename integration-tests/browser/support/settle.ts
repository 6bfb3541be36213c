import type { Page } from "playwright-core"

/** The library recounts its layers after showing one, and starts animations a frame later. */
const BEGINS_MS = 300

/** Waits until animations have ended: colours are right then, and no key is lost. */
export async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(BEGINS_MS)
  await page.waitForFunction(
    `document.getAnimations().every((animation) =>
       animation.playState !== "running" || animation.effect.getComputedTiming().endTime === Infinity)`
  )
}
