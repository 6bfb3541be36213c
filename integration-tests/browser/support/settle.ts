import type { Page } from "playwright-core"

/** The library counts its layers anew after it has shown one, and begins what slides or fades a frame later. */
const BEGINS_MS = 300

/** Waits until whatever slides or fades in has arrived: colours are right then, and no key is lost. */
export async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(BEGINS_MS)
  await page.waitForFunction(
    `document.getAnimations().every((animation) =>
       animation.playState !== "running" || animation.effect.getComputedTiming().endTime === Infinity)`
  )
}
