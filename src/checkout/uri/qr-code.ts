/** Check bytes of a block for the versions from 1 to 20, in base 36, at the levels L, M, Q and H. @see ISO/IEC 18004, table 9 */
const CHECKS = [
  "7afkqikouikoqumosuss",
  "agqiogimmqummoossqqq",
  "dmiqioimkosqokuossqu",
  "hsmgmsqqososmooussqs",
]
/** The same for the number of blocks. */
const BLOCKS = [
  "11111222244444666678",
  "11122444555899aabdeg",
  "11224466888acgchgilk",
  "1124445688bbggigjlpp",
]
const MOST_VERSION = 20
const FORMAT_OF_LEVEL = [1, 0, 3, 2]

/** A module that is zero is inverted. */
const MASKS: ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
]

const valueOf = (table: readonly string[], level: number, version: number) =>
  parseInt(table[level]?.[version - 1] ?? "0", 36)

/** Bytes of a code, with its checks. */
function bytesOf(version: number): number {
  const places = Math.floor(version / 7) + 2
  const aligned = version > 1 ? (25 * places - 10) * places - 55 + (version > 6 ? 36 : 0) : 0
  return ((16 * version + 128) * version + 64 - aligned) >> 3
}

const dataBytesOf = (version: number, level: number) =>
  bytesOf(version) - valueOf(CHECKS, level, version) * valueOf(BLOCKS, level, version)

const countBytesOf = (version: number) => (version < 10 ? 1 : 2)

/**
 * Encodes a text as the bytes of a QR code. The level is `least`, or higher where the code gets no larger.
 *
 * Our own encoder, because a general one is a fifth of the page's script: text as bytes, and versions up to 20.
 *
 * @param least 0 for the level L, 1 for M
 * @returns rows of modules without margin, "1" for dark
 * @throws RangeError for a text of more than about 850 bytes
 * @see ISO/IEC 18004
 */
export function qrModules(text: string, least: number): string[] {
  const bytes = [...new TextEncoder().encode(text)]
  const fits = (version: number, level: number) =>
    bytes.length + countBytesOf(version) < dataBytesOf(version, level)
  let version = 1
  while (!fits(version, least)) if (++version > MOST_VERSION) throw new RangeError("the text is too long")
  let level = least
  while (level < 3 && fits(version, level + 1)) level++
  const hex = (byte: number, digits = 2) => byte.toString(16).padStart(digits, "0")
  // Mode and count are an odd number of half bytes, and so is the terminator.
  const header = `4${hex(bytes.length, 2 * countBytesOf(version))}`
  const size = dataBytesOf(version, level)
  const filled = `${header}${bytes.map((byte) => hex(byte)).join("")}0${"ec11".repeat(size)}`
  const data = (filled.slice(0, 2 * size).match(/../g) ?? []).map((byte) => parseInt(byte, 16))
  return draw(version, level, interleave(data, version, level))
}

function interleave(data: readonly number[], version: number, level: number): number[] {
  const [checks, count] = [valueOf(CHECKS, level, version), valueOf(BLOCKS, level, version)]
  const divisor = divisorOf(checks)
  const length = Math.floor(data.length / count)
  let at = 0
  const blocks = Array.from({ length: count }, (_, index) =>
    data.slice(at, (at += length + (index < count - (data.length % count) ? 0 : 1)))
  )
  const columns = (rows: readonly number[][], most: number) =>
    Array.from({ length: most }, (_, index) => rows.flatMap((row) => row.slice(index, index + 1))).flat()
  const remainders = blocks.map((block) => remainder(block, divisor))
  return [...columns(blocks, length + 1), ...columns(remainders, checks)]
}

/** In the field of 256 elements. */
function multiply(one: number, other: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--)
    product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((other >> bit) & 1) * one)
  return product
}

function divisorOf(degree: number): number[] {
  const divisor = [...Array<number>(degree - 1).fill(0), 1]
  for (let step = 0, root = 1; step < degree; step++, root = multiply(root, 2))
    divisor.forEach((factor, at) => (divisor[at] = multiply(factor, root) ^ (divisor[at + 1] ?? 0)))
  return divisor
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  return data.reduce(
    (rest, byte) => {
      const factor = byte ^ (rest[0] ?? 0)
      return divisor.map((one, at) => (rest[at + 1] ?? 0) ^ multiply(one, factor))
    },
    divisor.map(() => 0)
  )
}

function draw(version: number, level: number, bytes: readonly number[]): string[] {
  const size = version * 4 + 17
  const last = size - 1
  const side = [...Array(size).keys()]
  const fixed: (number | undefined)[][] = side.map(() => side.map(() => undefined))
  const set = (rows: (number | undefined)[][], x: number, y: number, dark: unknown) => {
    const row = rows[y]
    if (row && x >= 0 && x < size) row[x] = dark ? 1 : 0
  }
  const square = (x: number, y: number, reach: number, light: readonly number[]) => {
    for (let dx = -reach; dx <= reach; dx++)
      for (let dy = -reach; dy <= reach; dy++)
        set(fixed, x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  for (const at of side) {
    set(fixed, 6, at, at % 2 === 0)
    set(fixed, at, 6, at % 2 === 0)
  }
  const corners = [
    [3, 3],
    [last - 3, 3],
    [3, last - 3],
  ] as const
  for (const [x, y] of corners) square(x, y, 4, [2, 4])
  const places = placesOf(version, size)
  for (const x of places)
    for (const y of places) {
      const isCorner = (x === 6 && (y === 6 || y === last - 6)) || (x === last - 6 && y === 6)
      if (!isCorner) square(x, y, 2, [1])
    }
  if (version > 6) {
    const bits = withChecks(version, 12, 0x1f25)
    for (let bit = 0; bit < 18; bit++) {
      const [near, far] = [Math.floor(bit / 3), last - 10 + (bit % 3)]
      set(fixed, far, near, (bits >> bit) & 1)
      set(fixed, near, far, (bits >> bit) & 1)
    }
  }
  const drawFormat = (rows: (number | undefined)[][], mask: number) => {
    const bits = withChecks(((FORMAT_OF_LEVEL[level] ?? 0) << 3) | mask, 10, 0x537) ^ 0x5412
    for (let bit = 0; bit < 15; bit++) {
      const dark = (bits >> bit) & 1
      const near = bit < 6 ? bit : bit < 8 ? bit + 1 : bit < 9 ? 7 : 14 - bit
      const far = bit < 8 ? last - bit : last - 14 + bit
      if (bit < 8) {
        set(rows, 8, near, dark)
        set(rows, far, 8, dark)
      } else {
        set(rows, near, 8, dark)
        set(rows, 8, far, dark)
      }
    }
    set(rows, 8, last - 7, 1)
  }
  drawFormat(fixed, 0)
  const cells = [...zigzag(size)].filter(([x, y]) => fixed[y]?.[x] === undefined)
  const codes = MASKS.map((mask, number) => {
    const rows = fixed.map((row) => [...row])
    cells.forEach(([x, y], at) => {
      const bit = ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1
      set(rows, x, y, mask(x, y) === 0 ? !bit : bit)
    })
    drawFormat(rows, number)
    const code = rows.map((row) => row.join(""))
    return { code, penalty: penaltyOf(code) }
  })
  return codes.reduce((best, one) => (one.penalty < best.penalty ? one : best)).code
}

/** A number followed by its check bits. */
function withChecks(value: number, count: number, generator: number): number {
  let rest = value
  for (let step = 0; step < count; step++) rest = (rest << 1) ^ ((rest >> (count - 1)) * generator)
  return (value << count) | rest
}

/** Centres of the alignment patterns. */
function placesOf(version: number, size: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step)]
}

/** Pairs of columns from the right, up and down in turn, without the timing column. */
function* zigzag(size: number): Generator<readonly [number, number]> {
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) yield [x, ((right + 1) & 2) === 0 ? size - 1 - step : step]
  }
}

/** What makes a code hard to read: long runs, squares, what looks like a corner, and imbalance. */
function penaltyOf(rows: readonly string[]): number {
  const columns = rows.map((_, x) => rows.map((row) => row[x]).join(""))
  const total = rows.length ** 2
  const dark = rows.join("").replaceAll("0", "").length
  let penalty = (Math.ceil(Math.abs(dark * 20 - total * 10) / total) - 1) * 10
  for (const line of [...rows, ...columns]) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2
    penalty += 40 * [...`0000${line}0000`.matchAll(/(?=10111010000|00001011101)/g)].length
  }
  rows.forEach((row, y) => {
    for (let x = 1; x < rows.length; x++) {
      const next = rows[y + 1]
      if (row[x] === row[x - 1] && next?.[x] === row[x] && next?.[x - 1] === row[x]) penalty += 3
    }
  })
  return penalty
}
