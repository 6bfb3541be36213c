import ts from "typescript"

/** A mistake in a file: a range of its text is replaced. */
export type CodeMutant = {
  file: string
  start: number
  end: number
  replace: string
  /** Its line as `git diff --word-diff` writes it, which names the mutant in `equivalent.txt`. */
  change: string
  /** The block it is in: a test that does not enter it cannot notice the mutant. */
  block: number
}

/** A node and what stands in its place. */
type Edit = readonly [node: ts.Node, replace: string]

const { SyntaxKind: Kind } = ts

const OPERATORS: Partial<Record<ts.SyntaxKind, readonly string[]>> = {
  [Kind.LessThanToken]: ["<=", ">="],
  [Kind.LessThanEqualsToken]: ["<", ">"],
  [Kind.GreaterThanToken]: [">=", "<="],
  [Kind.GreaterThanEqualsToken]: [">", "<"],
  [Kind.EqualsEqualsEqualsToken]: ["!=="],
  [Kind.ExclamationEqualsEqualsToken]: ["==="],
  [Kind.PlusToken]: ["-"],
  [Kind.MinusToken]: ["+"],
  [Kind.AsteriskToken]: ["/"],
  [Kind.SlashToken]: ["*"],
  [Kind.PercentToken]: ["*"],
}
const LOGICAL = [Kind.AmpersandAmpersandToken, Kind.BarBarToken, Kind.QuestionQuestionToken]
const METHODS = new Map(Object.entries({ some: "every", every: "some", min: "max", max: "min" }))

function editsOf(node: ts.Node): Edit[] {
  if (ts.isBinaryExpression(node)) return ofOperator(node)
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return always(node.expression)
  if (ts.isConditionalExpression(node)) return always(node.condition)
  if (ts.isPrefixUnaryExpression(node) && node.operator === Kind.ExclamationToken)
    return [[node, node.operand.getText()]]
  if (node.kind === Kind.TrueKeyword) return [[node, "false"]]
  if (node.kind === Kind.FalseKeyword) return [[node, "true"]]
  if (ts.isBigIntLiteral(node)) return [[node, `${BigInt(node.getText().replace(/[n_]/g, "")) + 1n}n`]]
  if (ts.isNumericLiteral(node) && !isLimit(node)) return [[node, String(Number(node.text) + 1)]]
  if (ts.isReturnStatement(node) && node.expression && !isKeyword(node.expression))
    return [[node.expression, "undefined"]]
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return [[node.body, "undefined"]]
  if (ts.isObjectLiteralExpression(node) && node.properties.length > 0) return [[node, "{}"]]
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0) return [[node, "[]"]]
  if (ts.isStringLiteral(node) && node.text !== "" && !isName(node)) return [[node, '""']]
  if (ts.isTemplateExpression(node)) return [[node, "``"]]
  if (ts.isExpressionStatement(node) || ts.isThrowStatement(node)) return [[node, ";"]]
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    return ofMethod(node, node.expression)
  return []
}

/** One side of `a && b` alone is a smaller mistake than `a || b`: tests that notice both sides notice that one too. */
function ofOperator(node: ts.BinaryExpression): Edit[] {
  const { left, right, operatorToken } = node
  if (LOGICAL.includes(operatorToken.kind)) return [left, right].map((side) => [node, side.getText()])
  // `true` and `false` say as much about a condition.
  const isCondition = "expression" in node.parent && ts.isIfStatement(node.parent)
  const isEquality = [Kind.EqualsEqualsEqualsToken, Kind.ExclamationEqualsEqualsToken].includes(
    operatorToken.kind
  )
  const operators = isCondition && isEquality ? [] : (OPERATORS[operatorToken.kind] ?? [])
  return operators.map((operator) => [operatorToken, operator])
}

const always = (condition: ts.Expression): Edit[] => ["true", "false"].map((value) => [condition, value])

function ofMethod(call: ts.CallExpression, { name, expression }: ts.PropertyAccessExpression): Edit[] {
  const other = METHODS.get(name.text)
  if (other !== undefined) return [[name, other]]
  return name.text === "filter" ? [[call, expression.getText()]] : []
}

/** Another operator moves the limit already. */
const isLimit = ({ parent }: ts.Node) =>
  ts.isBinaryExpression(parent) && OPERATORS[parent.operatorToken.kind]?.length === 2

const isKeyword = (node: ts.Expression) =>
  [Kind.TrueKeyword, Kind.FalseKeyword, Kind.NullKeyword].includes(node.kind) ||
  (ts.isIdentifier(node) && node.text === "undefined")

const isName = (node: ts.StringLiteral) => ts.isPropertyAssignment(node.parent) && node.parent.name === node

/** Types and imports are gone when the code runs. */
const isErased = (node: ts.Node) =>
  ts.isTypeNode(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node)

const isBody = (node: ts.Node) => ts.isArrowFunction(node.parent) && node === node.parent.body

/**
 * Every mistake of a file, and the file with a call of `__reach` at the start of each block.
 *
 * @param firstBlock the number of the file itself, whose top level runs while it is loaded
 */
export function generateMutants(file: string, text: string, firstBlock: number) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true)
  const mutants: CodeMutant[] = []
  const probes: [position: number, text: string][] = [[0, `__reach(${firstBlock});`]]
  let blocks = firstBlock + 1
  const visit = (node: ts.Node, outer: number): void => {
    if (isErased(node)) return
    const isEntered = ts.isBlock(node) || isBody(node)
    const block = isEntered ? blocks++ : outer
    const [start, end] = [node.getStart(), node.getEnd()]
    if (ts.isBlock(node)) probes.push([start + 1, `__reach(${block});`])
    else if (isEntered) probes.push([start, `(__reach(${block}),`], [end, ")"])
    for (const [place, replace] of editsOf(node)) {
      const range = { start: place.getStart(), end: place.getEnd(), replace }
      mutants.push({ file, ...range, change: changeOf(text, range), block })
    }
    ts.forEachChild(node, (child) => visit(child, block))
  }
  ts.forEachChild(source, (child) => visit(child, firstBlock))
  const probed = probes
    .sort(([left], [right]) => right - left)
    .reduce((result, [at, probe]) => result.slice(0, at) + probe + result.slice(at), text)
  return { mutants, probed, blocks }
}

/** Of a long text the ends. */
const shortened = (text: string) => (text.length > 70 ? `${text.slice(0, 40)} … ${text.slice(-20)}` : text)

function changeOf(
  text: string,
  { start, end, replace }: Pick<CodeMutant, "start" | "end" | "replace">
): string {
  const lineEnd = text.indexOf("\n", end)
  const [before, removed, after] = [
    text.slice(text.lastIndexOf("\n", start) + 1, start),
    text.slice(start, end),
    text.slice(end, lineEnd === -1 ? undefined : lineEnd),
  ].map((part) => part.replace(/\s+/g, " "))
  return `${before}[-${shortened(removed ?? "")}-]{+${shortened(replace.replace(/\s+/g, " "))}+}${after}`.trim()
}
