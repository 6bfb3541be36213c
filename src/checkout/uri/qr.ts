import { encode } from "uqr"

/** Modules of white around the code: scanners need them. @see ISO/IEC 18004, 9.1 */
const MARGIN = 4
const LONG_TEXT = 150

/**
 * Draws a QR code as SVG, one unit for each module, margin included.
 *
 * Black on white whatever the theme is: many scanners do not read light codes on dark. The level of error correction is
 * M, for a long text L, and higher where that makes the code no denser: on a screen, modules too small are the likelier fault. Each run is a line of the width of a module, from where the last one
 * in its row ended: a third of the bytes of rectangles, compressed.
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
