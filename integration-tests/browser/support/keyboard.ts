import type { Operator } from "./operator"

const MANY_STOPS = 60

/** What the part of the page is called that a key pressed now would act on. */
export const focusedName = ({ page }: Operator) =>
  page.evaluate<string>("document.activeElement.textContent.trim()")

/** Goes on with the tab key until something of this name has the focus. @throws Error when the keyboard does not reach it */
export async function tabTo(operator: Operator, name: string): Promise<void> {
  for (let stop = 0; stop < MANY_STOPS; stop += 1) {
    await operator.page.keyboard.press("Tab")
    if ((await focusedName(operator)) === name) return
  }
  throw new Error(`the keyboard does not reach ${name}`)
}
