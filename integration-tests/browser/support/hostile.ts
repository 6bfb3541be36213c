import type { Page } from "playwright-core"
import { NARROW, overflow } from "./overflow"

const BIDI = "\u202E"

/** Markup, a mark that reverses what follows, emoji of several code points, and 10,000 characters without a space. */
const HOSTILE = `<img src=x onerror="window.isHacked=1"><b>x</b> ${BIDI}gnp.exe 👩‍👩‍👧🏴‍☠️ ${"q".repeat(10_000)}`

/** What people and providers write freely, and codes that a later version may bring. */
const FREE = new Set([
  ...["email", "name", "label", "note", "memo", "by", "token", "network_name", "last_error", "address"],
  ...["last_answer_code", "gateway_status", "reason", "source", "event", "to_address"],
  ...["tx_hash", "from_address", "rate_source", "requested_by", "confirmed_by", "approved_by", "mismatch"],
])

/** What matches a deposit with a payment, in the field that elsewhere names a user. */
const CODES = new Set(["amount", "claim"])

/** A copy in which every free text is {@link HOSTILE}. */
export function hostile<T>(given: T): T
export function hostile(given: unknown): unknown {
  if (Array.isArray(given)) return given.map((one) => hostile(one))
  if (typeof given !== "object" || given === null) return given
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) =>
      FREE.has(key) && typeof value === "string" && !CODES.has(value) ? [key, HOSTILE] : [key, hostile(value)]
    )
  )
}

/** Texts with a reversing mark that also reverses what stands beside them. */
const REVERSED = `(() => {
  const isolated = ["isolate", "isolate-override", "plaintext"]
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = []
  while (walk.nextNode()) {
    if (!walk.currentNode.data.includes("${BIDI}")) continue
    let place = walk.currentNode.parentElement
    if (place.closest("script, style, title")) continue
    while (place && !isolated.includes(getComputedStyle(place).unicodeBidi) && getComputedStyle(place).display === "inline") place = place.parentElement
    const { textContent } = place ?? document.body
    if (textContent.trim() !== walk.currentNode.data.trim() && !isolated.includes(getComputedStyle(place).unicodeBidi)) found.push(textContent.slice(0, 200))
  }
  return found
})()`

/** Expects {@link HOSTILE} to be shown as text, to reverse nothing else, and to widen neither page nor drawer. */
export async function expectInert(page: Page): Promise<void> {
  await page.getByText("<img src=x", { exact: false }).first().waitFor({ state: "attached" })
  const usual = page.viewportSize() ?? NARROW
  const widerBy = [await overflow(page)]
  await page.setViewportSize(NARROW)
  widerBy.push(await overflow(page))
  await page.setViewportSize(usual)
  const drawer = await page.evaluate<number[]>(
    `[...document.querySelectorAll("[role=dialog] .overflow-y-auto, [role=alertdialog]")]
       .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth).filter((by) => by > 0)`
  )
  const found = await page.evaluate<object>(
    `({ isRun: "isHacked" in window, images: document.querySelectorAll("img[src=x]").length, reversed: ${REVERSED} })`
  )
  expect({ at: page.url(), ...found, drawer, widerBy }).toEqual({
    ...{ at: page.url(), isRun: false, images: 0, reversed: [], drawer: [], widerBy: [0, 0] },
  })
}
