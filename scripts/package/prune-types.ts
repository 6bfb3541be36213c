import { rmSync, writeFileSync } from "node:fs"
import ts from "typescript"
import { builtFiles, publicTypes } from "./shipped-files"

/**
 * Deletes the declarations that no public entry leads to. No store can import them, and most declarations are of the plugin's own
 * parts. What an entry exports is followed name by name.
 *
 * @param root directory of the repository, with the built `.medusa/server`
 */
export function pruneTypes(root: string): void {
  const { sources, nodes } = followNames(publicTypes(root))
  for (const file of builtFiles(root).filter((name) => /\.d\.m?ts$/.test(name))) {
    const source = sources.get(file)
    if (source === undefined) rmSync(file)
    else writeFileSync(file, textOf(source, nodes))
  }
}

interface Reached {
  sources: ReadonlyMap<string, ts.SourceFile>
  /** Whole statements, and single names of imports and exports. */
  nodes: ReadonlySet<ts.Node>
}

type Named = ts.ImportSpecifier | ts.ExportSpecifier | ts.ImportClause
const isNamed = (node: ts.Node): node is Named =>
  ts.isImportSpecifier(node) || ts.isExportSpecifier(node) || ts.isImportClause(node)

function followNames(entries: readonly string[]): Reached {
  const program = createProgram(entries)
  const checker = program.getTypeChecker()
  const sources = new Map<string, ts.SourceFile>()
  const nodes = new Set<ts.Node>()
  const reach = (declaration: ts.Node): void => {
    const source = declaration.getSourceFile()
    if (!sources.has(source.fileName)) {
      sources.set(source.fileName, source)
      // Which of them leads on to a name is not known here.
      source.statements.filter(isExportOfAll).forEach(reach)
    }
    if (ts.isSourceFile(declaration)) return
    const node = ts.findAncestor(declaration, (one) => isNamed(one) || ts.isSourceFile(one.parent))
    if (node === undefined || nodes.has(node)) return
    nodes.add(node)
    if (!isNamed(node)) return void followEach(node)
    const name = node.name && checker.getSymbolAtLocation(node.name)
    if (name && name.flags & ts.SymbolFlags.Alias)
      checker.getImmediateAliasedSymbol(name)?.declarations?.forEach(reach)
    const from = ts.findAncestor(node, (one) => ts.isImportDeclaration(one) || ts.isExportDeclaration(one))
    if (from) ts.forEachChild(from, (child) => (ts.isStringLiteral(child) ? follow(child) : undefined))
  }
  const follow = (name: ts.Node) => void checker.getSymbolAtLocation(name)?.declarations?.forEach(reach)
  const followEach = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isStringLiteral(node)) follow(node)
    ts.forEachChild(node, followEach)
  }
  for (const entry of entries) {
    const source = program.getSourceFile(entry)
    const symbol = source && checker.getSymbolAtLocation(source)
    if (!source || !symbol) throw new Error(`${entry}: expected declarations`)
    source.statements.forEach(reach)
    for (const { declarations } of checker.getExportsOfModule(symbol)) declarations?.forEach(reach)
  }
  return { sources, nodes }
}

/** Reads the files of the package, and no types of others. */
function createProgram(entries: readonly string[]): ts.Program {
  const options = { moduleResolution: ts.ModuleResolutionKind.Bundler, noLib: true, types: [] }
  const resolve = (name: string, file: string) =>
    name.startsWith(".") ? ts.resolveModuleName(name, file, options, ts.sys).resolvedModule : undefined
  return ts.createProgram([...entries], options, {
    ...ts.createCompilerHost(options),
    resolveModuleNameLiterals: (names, file) =>
      names.map(({ text }) => ({ resolvedModule: resolve(text, file) })),
  })
}

const isExportOfAll = (statement: ts.Statement): statement is ts.ExportDeclaration =>
  ts.isExportDeclaration(statement) && statement.exportClause === undefined

/** The reached statements, with the reached names of imports and exports. */
function textOf(source: ts.SourceFile, nodes: Reached["nodes"]): string {
  const isReached = (node: ts.Node | undefined) => node !== undefined && nodes.has(node)
  const texts = source.statements.flatMap((statement) => {
    const clause = ts.isImportDeclaration(statement)
      ? statement.importClause
      : ts.isExportDeclaration(statement)
        ? statement.exportClause
        : undefined
    const names = clause && (ts.isImportClause(clause) ? clause.namedBindings : clause)
    if (isReached(clause) || names === undefined || !("elements" in names))
      return isReached(statement) || isReached(clause) ? [statement.getFullText()] : []
    const kept = [...names.elements].filter(isReached).map((element) => element.getText())
    if (kept.length === 0) return []
    const [before, after] = [statement.getFullText(), names.getText()]
    return [before.replace(after, `{ ${kept.join(", ")} }`)]
  })
  return texts.length === 0 ? "export {};\n" : `${texts.join("").trim()}\n`
}
