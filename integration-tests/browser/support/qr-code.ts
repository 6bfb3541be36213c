import jsQR from "jsqr"
import type { Locator } from "playwright-core"

/** Draws a picture in Chromium and returns its pixels, because no PNG decoder comes with Node. */
const DRAW = `async (picture) => {
  const bitmap = await createImageBitmap(await (await fetch("data:image/png;base64," + picture)).blob())
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")
  canvas.drawImage(bitmap, 0, 0)
  const { data, width, height } = canvas.getImageData(0, 0, bitmap.width, bitmap.height)
  let bytes = ""
  for (const byte of data) bytes += String.fromCharCode(byte)
  return { bytes: btoa(bytes), width, height }
}`

/** Reads the QR code in a screenshot of an element with an independent library. */
export async function readCode(element: Locator): Promise<string | undefined> {
  const picture = (await element.screenshot()).toString("base64")
  // A page of its own: the policy of the payment page forbids what this does.
  const page = await element.page().context().newPage()
  const { bytes, width, height } = await page.evaluate<{ bytes: string; width: number; height: number }>(
    `(${DRAW})(${JSON.stringify(picture)})`
  )
  await page.close()
  return jsQR(new Uint8ClampedArray(Buffer.from(bytes, "base64")), width, height)?.data
}
