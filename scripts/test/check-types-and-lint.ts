/**
 * Types and lint with one TypeScript program, which takes most of the time of both. With files as arguments it lints only these.
 * Ends with 1 when something is wrong.
 */
import { dirname, join, resolve } from "node:path"
import { ESLint } from "eslint"
import ts from "typescript"

const root = resolve(__dirname, "..", "..")
const cache = join(root, "node_modules", ".cache", "check")

function createProgram(): ts.BuilderProgram {
  const config = join(root, "tsconfig.check.json")
  const { config: json, error } = ts.readConfigFile(config, ts.sys.readFile)
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, "\n"))
  const parsed = ts.parseJsonConfigFileContent(json, ts.sys, dirname(config))
  // Unchanged files are not checked again.
  const options = { ...parsed.options, incremental: true, tsBuildInfoFile: join(cache, "tsbuildinfo") }
  const host = ts.createIncrementalCompilerHost(options)
  return ts.createIncrementalProgram({ rootNames: parsed.fileNames, options, host })
}

/** @returns number of problems, which are printed */
function checkTypes(program: ts.BuilderProgram): number {
  const problems = [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getSyntacticDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...program.getSemanticDiagnostics(),
  ]
  program.emit()
  const host = {
    getCanonicalFileName: (name: string) => name,
    getCurrentDirectory: () => root,
    getNewLine: () => "\n",
  }
  if (problems.length > 0) console.log(ts.formatDiagnosticsWithColorAndContext(problems, host))
  return problems.length
}

/** @returns number of problems, which are printed */
async function lint(program: ts.Program, files: string[]): Promise<number> {
  // The cache depends on the configuration as JSON.
  const shared = Object.assign(program, { toJSON: () => "program" })
  const eslint = new ESLint({
    cwd: root,
    cache: true,
    cacheStrategy: "content",
    cacheLocation: join(cache, "eslint"),
    overrideConfig: [
      {
        files: ["**/*.{ts,tsx}"],
        languageOptions: { parserOptions: { programs: [shared], project: null } },
      },
    ],
  })
  const results = await eslint.lintFiles(files.length > 0 ? files : ["."])
  const formatter = await eslint.loadFormatter("stylish")
  const text = await formatter.format(results)
  if (text) console.log(text)
  return results.reduce((sum, { errorCount, warningCount }) => sum + errorCount + warningCount, 0)
}

async function main(files: string[]): Promise<void> {
  const program = createProgram()
  const types = checkTypes(program)
  const problems = await lint(program.getProgram(), files)
  console.log(`${types === 0 ? "ok" : "FAILED"}: types\n${problems === 0 ? "ok" : "FAILED"}: lint`)
  process.exitCode = types + problems > 0 ? 1 : 0
}

void main(process.argv.slice(2))
