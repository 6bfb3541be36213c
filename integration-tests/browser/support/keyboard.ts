import type { Operator } from "./operator"

const MANY_STOPS = 60

/** Accessible name of the focused element. */
export const focusedName = ({ page }: Operator) =>
  page.evaluate<string>("document.activeElement.textContent.trim()")

/**
 * Presses Tab until an element of this name has the focus. @throws Error when the keyboard does not reach it
 */
export async function tabTo(operator: Operator, name: string): Promise<void> {
  for (let stop = 0; stop < MANY_STOPS; stop += 1) {
    await operator.page.keyboard.press("Tab")
    if ((await focusedName(operator)) === name) return
  }
  throw new Error(`the keyboard does not reach ${name}`)
}
