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

const STILL = "*, ::before, ::after { animation-duration: 0s !important; transition: none !important }"

/** Shows from the next page on everything at once, where nothing depends on movement. */
export async function withoutAnimations(page: Page): Promise<void> {
  await page.addInitScript(`addEventListener("DOMContentLoaded", () => {
    document.head.append(Object.assign(document.createElement("style"), { textContent: "${STILL}" }))
  })`)
}
