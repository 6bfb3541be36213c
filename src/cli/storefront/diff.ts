const CONTEXT = 3

type Line = { mark: " " | "+" | "-"; text: string }

/** Writes a unified diff that `git apply` accepts; empty when nothing changes. `before` is null for a new file. */
export function unifiedDiff(file: string, before: string | null, after: string): string {
  if (before === after) return ""
  const lines = compare(before === null ? [] : linesOf(before), linesOf(after))
  const head = `--- ${before === null ? "/dev/null" : `a/${file}`}\n+++ b/${file}\n`
  return head + hunksOf(lines).join("")
}

/** Lines keep a carriage return; the final newline is dropped, because the diff adds its own. */
const linesOf = (text: string) => (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n")

/** Longest common subsequence of lines. The files are short, so the full table fits in memory. */
function compare(before: string[], after: string[]): Line[] {
  const common = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1))
  const at = (i: number, j: number) => common[i]?.[j] ?? 0
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const row = common[i]
    for (let j = after.length - 1; row && j >= 0; j -= 1)
      row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  }
  const lines: Line[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ mark: " ", text: before[i] ?? "" })
      i += 1
      j += 1
    } else if (i < before.length && (j === after.length || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ mark: "-", text: before[i] ?? "" })
      i += 1
    } else {
      lines.push({ mark: "+", text: after[j] ?? "" })
      j += 1
    }
  }
  return lines
}

function hunksOf(lines: Line[]): string[] {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ mark }) => mark !== " ")
  )
  const hunks: string[] = []
  const position = { before: 0, after: 0 }
  for (let start = 0; start < lines.length;) {
    const stop = isNear.indexOf(!isNear[start], start)
    const part = lines.slice(start, stop === -1 ? lines.length : stop)
    const [removed, added] = ["+", "-"].map((other) => part.filter(({ mark }) => mark !== other).length)
    if (isNear[start]) {
      const range = `-${from(position.before, removed)} +${from(position.after, added)}`
      hunks.push(`@@ ${range} @@\n${part.map(({ mark, text }) => `${mark}${text}\n`).join("")}`)
    }
    position.before += removed ?? 0
    position.after += added ?? 0
    start += part.length
  }
  return hunks
}

/** An empty range is numbered by the line before it. */
const from = (position: number, count = 0) => `${count === 0 ? position : position + 1},${count}`
