import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import * as ts from "typescript"
import { MONEY_RULES } from "./money-rules"

const repository = join(__dirname, "../..")

/** A place in the code that a run has to reach: the branch of a money rule, or what refuses. */
export type Mark = { id: string; kind: "rule" | "refusal"; file: string }

const idIn = (file: string, name: string) => `${file.replace(/^src\/|\.ts$/g, "")} ${name}`

/** For each file, what finds its marks in the code as it runs: all matches of a pattern, and which of them are marks. */
type Patterns = { pattern: string; count: number; marks: { id: string; at: number }[] }[]

type MarkTable = { marks: Mark[]; files: Record<string, Patterns> }

/** The marks are found in the code: nothing in it says so, and nothing of them runs in a store. */
export function readMarkTable(): MarkTable {
  const domain = sourcesIn("src/domain")
  const codes = new Set(domain.flatMap(({ source }) => codesOf(source)))
  const table: MarkTable = { marks: [], files: {} }
  const add = (kind: Mark["kind"], file: string, { pattern, count, ...found }: Patterns[number]) => {
    if (found.marks.length === 0) return
    const marks = found.marks.map(({ id, at }) => ({ id: kind === "rule" ? id : idIn(file, id), at }))
    table.marks.push(...marks.map(({ id }) => ({ id, kind, file })))
    ;(table.files[file] ??= []).push({ pattern, count, marks })
  }
  for (const { file, source } of domain)
    for (const code of codes) add("refusal", file, returned(source, code))
  for (const { file, source } of sourcesIn("src/workflows")) add("refusal", file, refusals(source))
  for (const [rule, { file, text }] of Object.entries(MONEY_RULES))
    add("rule", file, {
      pattern: literally(text).replaceAll(" ", "\\s*"),
      count: 1,
      marks: [{ id: rule, at: 0 }],
    })
  return table
}

type Source = { file: string; source: ts.SourceFile }

function sourcesIn(folder: string): Source[] {
  return readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.includes("__tests__"))
    .sort()
    .map((name) => {
      const file = relative(repository, join(repository, folder, name))
      const text = readFileSync(join(repository, file), "utf8")
      return { file, source: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true) }
    })
}

const REFUSALS = /(?:Refusal|RefusalReason|Problem|Reason|Misfit)$/

/** The codes that the decisions of a file can refuse with, by their types. */
function codesOf(source: ts.SourceFile): string[] {
  const found: string[] = []
  for (const statement of source.statements)
    if (ts.isTypeAliasDeclaration(statement) && REFUSALS.test(statement.name.text)) {
      each(statement, (node) => {
        if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) found.push(node.literal.text)
        if (ts.isTypeQueryNode(node)) found.push(...textsOf(source, node.exprName.getText()))
      })
    }
  return found
}

/** The keys of a table, or the texts of a list, that a type is made of. */
function textsOf(source: ts.SourceFile, name: string): string[] {
  const found: string[] = []
  each(source, (node) => {
    if (!ts.isVariableDeclaration(node) || node.name.getText() !== name || !node.initializer) return
    each(node.initializer, (part) => {
      if (ts.isPropertyAssignment(part)) found.push(part.name.getText())
      if (ts.isArrayLiteralExpression(part))
        found.push(...part.elements.filter(ts.isStringLiteral).map(({ text }) => text))
    })
  })
  return found
}

/** Where a function returns a code. */
function returned(source: ts.SourceFile, code: string): Patterns[number] {
  const marks: Patterns[number]["marks"] = []
  let count = 0
  each(source, (node) => {
    if (!ts.isStringLiteral(node) || node.text !== code || ts.isLiteralTypeNode(node.parent)) return
    const at = count++
    const name = isReturned(node) ? functionOf(node) : undefined
    if (name) marks.push({ id: numbered(marks, `${name}: ${code}`), at })
  })
  return { pattern: `(["'])${literally(code)}\\1`, count, marks }
}

/** Where a workflow refuses: each call of `refused`, by its sentence or code. */
function refusals(source: ts.SourceFile): Patterns[number] {
  const marks: Patterns[number]["marks"] = []
  let count = 0
  each(source, (node) => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== "refused") return
    const [first, ...rest] = node.arguments.map((argument) => argument.getText().replace(/\s+/g, " "))
    const words = rest[0] ?? first ?? ""
    const name = /"([^"]+)"/.exec(words)?.[1] ?? words
    marks.push({ id: numbered(marks, `${functionOf(node) ?? "a refusal"}: ${name}`), at: count++ })
  })
  return { pattern: "\\brefused\\)?\\((?!type)", count, marks }
}

/** Where a function has the same twice, the second is `... (2)`. */
function numbered(marks: readonly { id: string }[], id: string): string {
  const same = marks.filter((mark) => mark.id.replace(/ \(\d+\)$/, "") === id).length
  return same === 0 ? id : `${id} (${same + 1})`
}

/** Whether a text is an answer: not compared, listed, or the name of something. */
function isReturned(literal: ts.Node): boolean {
  for (let node = literal; !ts.isSourceFile(node.parent); node = node.parent) {
    const { parent } = node
    if (ts.isReturnStatement(parent)) return true
    if (ts.isArrowFunction(parent)) return parent.body === node && parent.parent.parent !== undefined
    if (ts.isConditionalExpression(parent)) {
      if (parent.condition === node) return false
      continue
    }
    const isPassed =
      ts.isObjectLiteralExpression(parent) ||
      (ts.isPropertyAssignment(parent) && parent.initializer === node) ||
      ts.isParenthesizedExpression(parent) ||
      ts.isAsExpression(parent) ||
      ts.isSatisfiesExpression(parent) ||
      ts.isSpreadAssignment(parent) ||
      (ts.isCallExpression(parent) &&
        parent.expression !== node &&
        /^(?:hold|refused)$/.test(parent.expression.getText())) ||
      (ts.isBinaryExpression(parent) && LOGICAL.has(parent.operatorToken.kind))
    if (!isPassed) return false
  }
  return false
}

const LOGICAL = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
])

/** The name of the declared function around a node; undefined for what runs as the file loads. */
function functionOf(node: ts.Node): string | undefined {
  let name: string | undefined
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at)) return at.name?.getText()
    if (ts.isVariableDeclaration(at) && at.initializer && ts.isArrowFunction(at.initializer))
      name = at.name.getText()
  }
  return name
}

function each(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  node.forEachChild((child) => each(child, visit))
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
