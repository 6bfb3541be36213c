import { join } from "node:path"
import ts from "typescript"
import { root } from "../run-command"

/**
 * Whether the compiler refuses another text of a file: a mistake that nobody could commit needs no test.
 *
 * Only that file is checked, without the types of Node and of browsers, which would take most of the time: what is missing without a
 * mistake does not count.
 */
export function createCompiler(): (file: string, text: string) => boolean {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile)
  const lean = { noEmit: true, types: [], lib: ["lib.es2022.d.ts"] }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root, lean)
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  const parsed = new Map<string, ts.SourceFile | undefined>()
  let changed: { name: string; text: string } | undefined
  host.getSourceFile = (name, languageVersion) => {
    if (name === changed?.name) return ts.createSourceFile(name, changed.text, languageVersion, true)
    if (!parsed.has(name)) parsed.set(name, getSourceFile(name, languageVersion))
    return parsed.get(name)
  }
  let program: ts.Program | undefined
  const countErrors = (name: string, text?: string): number => {
    changed = text === undefined ? undefined : { name, text }
    program = ts.createProgram([name], options, host, program)
    return program.getSemanticDiagnostics(program.getSourceFile(name)).length
  }
  const withoutMistake = new Map<string, number>()
  return (file, text) => {
    const name = join(root, file)
    const errors = withoutMistake.get(name) ?? countErrors(name)
    withoutMistake.set(name, errors)
    return countErrors(name, text) > errors
  }
}
