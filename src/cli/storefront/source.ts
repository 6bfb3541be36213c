import { createRequire } from "node:module"
import { join } from "node:path"
import type ts from "typescript"

export type TypeScript = typeof ts

/** The storefront cannot be changed. Nothing is written; the message says why. */
export class RefusedError extends Error {
  override readonly name = "RefusedError"
}

export const missing = (file: string, what: string) =>
  new RefusedError(
    `${file}: not found there: ${what}. This storefront differs from Medusa's starters, so nothing was ` +
      `written. docs/developers/storefront.md shows each change to make by hand.`
  )

/**
 * Loads the TypeScript of the storefront, or of the folder where the command runs, so that the plugin depends on none.
 *
 * @throws RefusedError when neither has one with a parser
 */
export function loadTypeScript(root: string): TypeScript {
  for (const folder of [root, process.cwd()]) {
    const { resolve } = createRequire(join(folder, "package.json"))
    try {
      const found = createRequire(join(folder, "package.json"))(resolve("typescript")) as Partial<TypeScript>
      if (typeof found.createSourceFile === "function") return found as TypeScript
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND")) throw error
    }
  }
  throw new RefusedError(
    `typescript, with a version before 7, is installed neither in ${root} nor here, and the command reads the ` +
      `storefront with it. Nothing was written. Install the storefront's packages, then run the command again.`
  )
}

/**
 * A file of the storefront: finds places by the syntax tree, and changes the text at them, so that everything else keeps its
 * formatting. What is inserted takes the file's indent, quotes, semicolons and line endings.
 */
export class Source {
  readonly tree: ts.SourceFile
  readonly quote: string
  readonly semicolon: string
  private readonly eol: string
  private readonly unit: string
  private readonly changes: { from: number; to: number; text: string }[] = []

  /** @throws RefusedError for a file with a syntax error */
  constructor(
    readonly ts: TypeScript,
    readonly file: string,
    private readonly text: string
  ) {
    const compilerOptions = { jsx: ts.JsxEmit.Preserve, target: ts.ScriptTarget.ESNext }
    const { diagnostics } = ts.transpileModule(text, {
      fileName: file,
      reportDiagnostics: true,
      compilerOptions,
    })
    const [problem] = diagnostics ?? []
    if (problem) {
      const line = text.slice(0, problem.start).split("\n").length
      const message = ts.flattenDiagnosticMessageText(problem.messageText, "\n")
      throw new RefusedError(`${file}:${line}: a syntax error: ${message} Nothing was written.`)
    }
    this.tree = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true)
    this.eol = text.includes("\r\n") ? "\r\n" : "\n"
    this.unit = /^(\t| {2,})\S/m.exec(text)?.[1] ?? "  "
    this.quote = this.find(ts.isStringLiteral)?.getText()[0] ?? '"'
    const isEnded = (node: ts.Node) =>
      ts.isImportDeclaration(node) || ts.isVariableStatement(node) || ts.isReturnStatement(node)
    this.semicolon = this.find(isEnded)?.getText().endsWith(";") ? ";" : ""
  }

  all<T extends ts.Node>(test: (node: ts.Node) => node is T, within: ts.Node = this.tree): T[] {
    const found: T[] = []
    const visit = (node: ts.Node) => {
      if (test(node)) found.push(node)
      this.ts.forEachChild(node, visit)
    }
    visit(within)
    return found
  }

  find<T extends ts.Node>(test: (node: ts.Node) => node is T, within?: ts.Node): T | undefined {
    return this.all(test, within)[0]
  }

  /** @throws RefusedError for a place that is not there */
  need<T>(place: T | undefined, name: string): T {
    if (place === undefined) throw missing(this.file, name)
    return place
  }

  isNamed(node: ts.Node | undefined, name: string): boolean {
    return node !== undefined && this.ts.isIdentifier(node) && node.text === name
  }

  calls(name: string): ts.CallExpression[] {
    return this.all(this.ts.isCallExpression).filter(({ expression }) => this.isNamed(expression, name))
  }

  declared(name: string): ts.FunctionDeclaration | ts.VariableDeclaration | undefined {
    const { ts } = this
    const isDeclaration = (node: ts.Node) => ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)
    return this.all(isDeclaration).find((node) => this.isNamed(node.name, name))
  }

  /** @throws RefusedError when the file or function has the directive */
  refuseDirective(directive: string, name: string, within: ts.Node = this.tree): void {
    const { ts } = this
    const isDirective = (node: ts.Node): node is ts.ExpressionStatement =>
      ts.isExpressionStatement(node) &&
      ts.isStringLiteral(node.expression) &&
      node.expression.text === directive
    if (this.find(isDirective, within)) throw missing(this.file, name)
  }

  private indentAt(position: number): string {
    const start = this.text.lastIndexOf("\n", position - 1) + 1
    return /^[ \t]*/.exec(this.text.slice(start))?.[0] ?? ""
  }

  isFirstOfLine(node: ts.Node): boolean {
    const start = this.text.lastIndexOf("\n", node.getStart() - 1) + 1
    return this.text.slice(start, node.getStart()).trim() === ""
  }

  /** @param lines indented by two spaces for each level */
  private written(lines: readonly string[], indent: string): string {
    const indented = lines.map((line) =>
      line.replace(/^(?: {2})+/, (spaces) => this.unit.repeat(spaces.length / 2))
    )
    return indented.join(this.eol + indent)
  }

  replace(node: ts.Node, lines: readonly string[]): void {
    const text = this.written(lines, this.indentAt(node.getStart()))
    this.changes.push({ from: node.getStart(), to: node.getEnd(), text })
  }

  /** A comment above the node stays with the node. */
  insertBefore(node: ts.Node, lines: readonly string[]): void {
    const from = this.ts.getLeadingCommentRanges(this.text, node.getFullStart())?.[0]?.pos ?? node.getStart()
    const indent = this.indentAt(from)
    this.changes.push({ from, to: from, text: this.written(lines, indent) + this.eol + indent })
  }

  /** A comment that ends the node's line stays there. */
  insertAfter(node: ts.Node, lines: readonly string[]): void {
    const end = node.getEnd()
    const from = this.ts.getTrailingCommentRanges(this.text, end)?.at(-1)?.end ?? end
    const indent = this.indentAt(node.getStart())
    this.changes.push({ from, to: from, text: this.eol + indent + this.written(lines, indent) })
  }

  /** Adds the first property of an object. */
  insertProperty(object: ts.ObjectLiteralExpression, lines: readonly string[]): void {
    const from = object.getStart() + 1
    const indent = this.indentAt(object.getStart())
    const [first] = object.properties
    const before = this.eol + indent + this.unit
    const beforeFirst = first && this.isFirstOfLine(first) ? "" : before
    const after = first ? beforeFirst : this.eol + indent
    this.changes.push({ from, to: from, text: before + this.written(lines, indent + this.unit) + after })
  }

  /** Puts an element, written on one line, before another: as its sibling, or in a fragment around both. */
  insertElement(element: ts.Node, added: string): void {
    const { ts } = this
    const { parent } = element
    if (ts.isJsxElement(parent) || ts.isJsxFragment(parent)) return this.insertBefore(element, [added])
    const lines = element.getText().split(/\r?\n/)
    const indent = this.indentAt(element.getStart())
    const kept = lines.map((line) => line.replace(indent, ""))
    const inFragment = ["<>", ...[added, ...kept].map((line) => `  ${line}`), "</>"]
    const isEnclosed = ts.isParenthesizedExpression(parent)
    this.replace(element, isEnclosed ? inFragment : ["(", ...inFragment.map((line) => `  ${line}`), ")"])
  }

  /** Imports a name that the changed file uses, unless the file has one of this name. */
  addImport(name: string, clause: string, from: string): void {
    const { ts } = this
    const isUsed =
      this.changes.some(({ text }) => text.includes(name)) ||
      this.all(ts.isIdentifier).some(({ text }) => text === name)
    const imports = this.tree.statements.filter(ts.isImportDeclaration)
    const isBound = imports.some((each) => this.all(ts.isIdentifier, each).some(({ text }) => text === name))
    if (!isUsed || isBound) return
    const line = `import ${clause} from ${this.quote}${from}${this.quote}${this.semicolon}`
    const last = imports.at(-1)
    if (last) return this.insertAfter(last, [line])
    const isDirective = (node: ts.Node) =>
      ts.isExpressionStatement(node) && ts.isStringLiteral(node.expression)
    const first = this.tree.statements.find((statement) => !isDirective(statement))
    this.insertBefore(this.need(first, "a statement"), [line])
  }

  /** @throws RefusedError when the changed text would not parse */
  result(): string {
    const byPosition = [...this.changes].reverse().sort((one, other) => other.from - one.from)
    const text = byPosition.reduce(
      (before, { from, to, text: added }) => before.slice(0, from) + added + before.slice(to),
      this.text
    )
    if (text !== this.text) new Source(this.ts, this.file, text)
    return text
  }
}
