import { qrModules } from "./qr-code"

/** Quiet zone in modules. @see ISO/IEC 18004, 9.1 */
const MARGIN = 4
const LONG_TEXT = 150

/**
 * Draws a QR code as SVG, one unit for each module, margin included.
 *
 * Black on white in every theme: many scanners cannot read light on dark. Error correction is M (L for long texts), or higher
 * if the code gets no denser: on a screen, modules that are too small are the likelier problem. Runs are drawn as lines one
 * module wide, relative to the previous run: a third of the compressed size of rectangles.
 */
export function qrSvg(text: string): string {
  const rows = qrModules(text, text.length > LONG_TEXT ? 0 : 1)
  const size = rows.length + 2 * MARGIN
  let path = ""
  rows.forEach((row, y) => {
    let pen: number | null = null
    for (const { index, 0: run } of row.matchAll(/1+/g)) {
      const x = index + MARGIN
      path += pen === null ? `M${x} ${y + MARGIN}.5h${run.length}` : `m${x - pen} 0h${run.length}`
      pen = x + run.length
    }
  })
  return (
    `<svg viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" stroke="#000"/></svg>`
  )
}
