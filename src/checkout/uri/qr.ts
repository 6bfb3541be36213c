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
  const rows = encodeQr(text, text.length > LONG_TEXT ? 0 : 1)
  const size = rows.length + 2 * MARGIN
  let path = ""
  rows.forEach((row, y) => {
    let pen: number | null = null
    for (let x = 0; x < row.length; x++) {
      const start = x
      while (row[x]) x++
      if (x === start) continue
      path +=
        pen === null ? `M${start + MARGIN} ${y + MARGIN}.5h${x - start}` : `m${start - pen} 0h${x - start}`
      pen = x
    }
  })
  return (
    `<svg viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" stroke="#000"/></svg>`
  )
}

/** Of versions 1 to 20 by level, each a digit of base 36. @see ISO/IEC 18004, table 9 */
const CORRECTION = [
  "7afkqikouikoqumosuss",
  "agqiogimmqummoossqqq",
  "dmiqioimkosqokuossqu",
  "hsmgmsqqososmooussqs",
]
const BLOCKS = [
  "11111222244444666678",
  "11122444555899aabdeg",
  "11224466888acgchgilk",
  "1124445688bbggigjlpp",
]
const LARGEST = 20
/** Bits of the levels L, M, Q and H. */
const LEVELS = [1, 0, 3, 2]

type Level = { level: number; version: number }
type Grid = boolean[][]

const entry = (table: readonly string[], { level, version }: Level): number =>
  parseInt(table[level]?.[version - 1] ?? "", 36)

/** All codewords of a version, data and correction. */
function allWords(version: number): number {
  const count = Math.floor(version / 7) + 2
  const alignment = version > 1 ? (25 * count - 10) * count - 55 : 0
  return ((16 * version + 128) * version + 64 - alignment - (version > 6 ? 36 : 0)) >> 3
}

const dataWords = (at: Level): number => allWords(at.version) - entry(CORRECTION, at) * entry(BLOCKS, at)

/**
 * Encodes bytes, without the denser modes of digits and capitals, which no payment URI consists of.
 *
 * @returns rows of modules, true for dark
 * @throws RangeError for a text of more than 858 bytes
 */
function encodeQr(text: string, least: number): Grid {
  const bytes = [...new TextEncoder().encode(text)]
  const at = { level: least, version: 1 }
  const needed = () => bytes.length + (at.version > 9 ? 3 : 2)
  while (dataWords(at) < needed()) if (++at.version > LARGEST) throw new RangeError(`${bytes.length} bytes`)
  while (at.level < 3 && dataWords({ ...at, level: at.level + 1 }) >= needed()) at.level++
  const size = at.version * 4 + 17
  // Undefined where data goes.
  const grid = Array.from({ length: size }, () => new Array<boolean | undefined>(size).fill(undefined))
  const set = (x: number, y: number, isDark: boolean) => {
    const row = grid[y]
    if (row && x >= 0 && x < size) row[x] = isDark
  }
  drawPatterns(set, at.version, size)
  drawFormat(set, size, at.level, 0)
  const order = [...freeModules(grid)]
  const words = interleave(toWords(bytes, at), at)
  let best: { rows: Grid; penalty: number } | null = null
  for (let mask = 0; mask < 8; mask++) {
    drawFormat(set, size, at.level, mask)
    const rows = grid.map((row) => row.map((isDark) => isDark === true))
    const inverts = MASKS[mask]
    order.forEach(([x, y], index) => {
      const bit = ((words[index >> 3] ?? 0) >> (7 - (index & 7))) & 1
      const row = rows[y]
      if (row) row[x] = (bit === 1) !== (inverts?.(x, y) === 0)
    })
    const penalty = penaltyOf(rows)
    if (best === null || penalty < best.penalty) best = { rows, penalty }
  }
  return best?.rows ?? []
}

/** Mode, length, text, end and filling, all of whole half bytes. */
function toWords(bytes: readonly number[], at: Level): number[] {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0")
  const filled = `4${hex(bytes.length, at.version > 9 ? 4 : 2)}${bytes.map((byte) => hex(byte, 2)).join("")}0`
  const words = dataWords(at)
  const all = filled.padEnd(2 * words, "ec11")
  return Array.from({ length: words }, (_, index) => parseInt(all.slice(2 * index, 2 * index + 2), 16))
}

/** Splits the data into blocks, adds the correction of each, and mixes them. */
function interleave(data: readonly number[], at: Level): number[] {
  const [count, correction] = [entry(BLOCKS, at), entry(CORRECTION, at)]
  const short = Math.floor(data.length / count)
  const longer = data.length % count
  const blocks = Array.from({ length: count }, (_, index) => {
    const start = index * short + Math.max(0, index - count + longer)
    return data.slice(start, start + short + (index < count - longer ? 0 : 1))
  })
  const mix = (parts: readonly number[][], length: number) =>
    Array.from({ length }, (_, index) => parts.flatMap((part) => part.slice(index, index + 1))).flat()
  const divisor = divisorOf(correction)
  const corrections = blocks.map((block) => remainderOf(block, divisor))
  return [...mix(blocks, short + 1), ...mix(corrections, correction)]
}

/** In the field of 256 elements. */
function multiply(left: number, right: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((right >>> bit) & 1) * left
  }
  return product
}

/** Product of `x - 2^0` to `x - 2^(degree - 1)`, without its first coefficient. */
function divisorOf(degree: number): number[] {
  let factors = Array.from({ length: degree }, (_, index) => Number(index === degree - 1))
  let root = 1
  for (let index = 0; index < degree; index++) {
    const by = root
    factors = factors.map((factor, at) => multiply(factor, by) ^ (factors[at + 1] ?? 0))
    root = multiply(root, 2)
  }
  return factors
}

function remainderOf(block: readonly number[], divisor: readonly number[]): number[] {
  return block.reduce<number[]>(
    (rest, word) => {
      const factor = word ^ (rest[0] ?? 0)
      return divisor.map((one, index) => (rest[index + 1] ?? 0) ^ multiply(one, factor))
    },
    divisor.map(() => 0)
  )
}

type Set = (x: number, y: number, isDark: boolean) => void

/** A square of rings around its centre. @param light distance of the light rings */
function drawRings(
  set: Set,
  [x, y]: readonly [number, number],
  reach: number,
  light: readonly number[]
): void {
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++)
      set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))))
}

function drawPatterns(set: Set, version: number, size: number): void {
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  const last = size - 7
  const count = version > 1 ? Math.floor(version / 7) + 2 : 0
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2
  const places = Array.from({ length: count }, (_, index) =>
    index === 0 ? 6 : last - (count - 1 - index) * step
  )
  for (const x of places)
    for (const y of places) {
      const isCorner = [6, last].includes(x) && [6, last].includes(y) && !(x === last && y === last)
      if (!isCorner) drawRings(set, [x, y], 2, [1])
    }
  for (const corner of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    drawRings(set, corner, 4, [2, 4])
  if (version < 7) return
  const bits = (version << 12) | codeOf(version, 12, 0x1f25)
  for (let index = 0; index < 18; index++) {
    const [near, far] = [Math.floor(index / 3), size - 11 + (index % 3)]
    const isDark = ((bits >> index) & 1) === 1
    set(far, near, isDark)
    set(near, far, isDark)
  }
}

/** Check bits of a short number. */
function codeOf(value: number, length: number, generator: number): number {
  let rest = value
  for (let index = 0; index < length; index++) rest = (rest << 1) ^ ((rest >>> (length - 1)) * generator)
  return rest
}

function drawFormat(set: Set, size: number, level: number, mask: number): void {
  const data = ((LEVELS[level] ?? 0) << 3) | mask
  const bits = ((data << 10) | codeOf(data, 10, 0x537)) ^ 0x5412
  for (let index = 0; index < 15; index++) {
    const isDark = ((bits >> index) & 1) === 1
    // Around the timing patterns, which cross at 6.
    const down = index < 6 ? index : index < 8 ? index + 1 : 8
    const across = index < 8 ? 8 : index === 8 ? 7 : 14 - index
    set(across, down, isDark)
    if (index < 8) set(size - 1 - index, 8, isDark)
    else set(8, size - 15 + index, isDark)
  }
  set(8, size - 8, true)
}

/** In pairs of columns from the right, up and down in turn, around the timing column. */
function* freeModules(grid: readonly (readonly (boolean | undefined)[])[]) {
  const size = grid.length
  for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const y = isUp ? size - 1 - step : step
      for (const x of [right, right - 1]) if (grid[y]?.[x] === undefined) yield [x, y] as const
    }
  }
}

/** Zero inverts a module. */
const MASKS: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
]

/** How hard a code is to scan. @see ISO/IEC 18004, 7.8.3 */
function penaltyOf(rows: Grid): number {
  const toText = (line: readonly boolean[]) => line.map(Number).join("")
  const across = rows.map(toText)
  const down = rows.map((_, x) => toText(rows.map((row) => row[x] ?? false)))
  let penalty = 0
  for (const line of [...across, ...down]) {
    for (const run of line.match(/(.)\1{4,}/g) ?? []) penalty += run.length - 2
    penalty += 40 * (`0000${line}0000`.match(/(?=10111010000|00001011101)/g)?.length ?? 0)
  }
  rows.forEach((row, y) => {
    const above = rows[y - 1] ?? []
    for (let x = 1; x < row.length; x++)
      if (row[x] === row[x - 1] && row[x] === above[x] && row[x] === above[x - 1]) penalty += 3
  })
  const dark = across.join("").replaceAll("0", "").length
  return penalty + 10 * Math.floor(Math.abs((dark * 20) / rows.length ** 2 - 10))
}
