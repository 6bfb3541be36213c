import fc from "fast-check"
import jsQR from "jsqr"
import { paymentTargets } from "../payment-uri"
import { qrSvg } from "../qr"
import { amounts } from "./amounts"
import * as sample from "./sample-payment"

const PIXELS = 4

type Run = { x: number; y: number; length: number }

/** The path's dark runs, traced like a browser does. */
function runsOf(svg: string): Run[] {
  const [, path = ""] = /<path d="([^"]*)" stroke="#000"\/>/.exec(svg) ?? []
  expect(path.replace(/[Mm]\d+ \d+(?:\.5)?h\d+/g, "")).toBe("")
  const pen = { x: 0, y: 0 }
  return [...path.matchAll(/([Mm])(\d+) (\d+)(?:\.5)?h(\d+)/g)].map(([, move, x, y, length]) => {
    const from = move === "m" ? pen : { x: 0, y: 0 }
    const run = { x: from.x + Number(x), y: from.y + Number(y), length: Number(length) }
    Object.assign(pen, { x: run.x + run.length, y: run.y })
    return run
  })
}

/** Draws the path and decodes it with an independent reader. */
function scan(svg: string): string | undefined {
  const [, width = "0"] = /viewBox="0 0 (\d+) \1"/.exec(svg) ?? []
  const size = Number(width) * PIXELS
  const picture = new Uint8ClampedArray(size * size * 4).fill(255)
  for (const { x, y, length } of runsOf(svg)) {
    for (let row = y * PIXELS; row < (y + 1) * PIXELS; row++) {
      const from = row * size + x * PIXELS
      for (let at = from; at < from + length * PIXELS; at++) picture.fill(0, at * 4, at * 4 + 3)
    }
  }
  return jsQR(picture, size, size)?.data
}

const payments = fc
  .record({
    kind: fc.constantFrom(...(["ether", "erc20", "sol", "splToken", "lumen", "stellarToken"] as const)),
    amount: amounts(fc.constant(6)),
    memo: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
  })
  .map(({ kind, amount: { text }, memo }) =>
    sample[kind]({ remaining_amount: text, ...(sample[kind]().memo !== null && { memo }) })
  )

test.each([1, 26, 62, 106, 150, 151, 230, 271, 367, 520, 858])(
  "a scanner reads a text of %d characters",
  (length) => {
    const text = Array.from(
      { length },
      (_, index) => "abcdefghijkmnopqrstuvwxyz?=&:"[(index * 7 + length) % 29]
    ).join("")
    expect(scan(qrSvg(text))).toBe(text)
  }
)

test("a text that no code holds is refused", () => {
  expect(() => qrSvg("a".repeat(859))).toThrow("859 bytes")
})

test("a scanner reads every payment's code exactly", () => {
  fc.assert(
    fc.property(payments, (payment) => {
      const text = paymentTargets(payment)?.qr.text ?? ""
      expect(scan(qrSvg(text))).toBe(text)
    }),
    { numRuns: 60 }
  )
})
