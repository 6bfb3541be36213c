import { encode } from "uqr"

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
  const { data, size } = encode(text, {
    ecc: text.length > LONG_TEXT ? "L" : "M",
    boostEcc: true,
    border: MARGIN,
  })
  let path = ""
  data.forEach((row, y) => {
    let pen: number | null = null
    for (let x = 0; x < size; x++) {
      const start = x
      while (row[x]) x++
      if (x === start) continue
      path += pen === null ? `M${start} ${y}.5h${x - start}` : `m${start - pen} 0h${x - start}`
      pen = x
    }
  })
  return (
    `<svg viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" stroke="#000"/></svg>`
  )
}
