import { join } from "node:path"
import ts from "typescript"
import { publicTypes } from "./shipped-files"

/**
 * Writes the declarations of the public entries, and of all that they import, into `.medusa/server`. Types are not checked, which
 * took most of the time of a build: `npm run typecheck` does it.
 *
 * @param root directory of the repository
 * @throws Error for a type that no declaration can express
 */
export function compileTypes(root: string): void {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, "tsconfig.json"),
    { noCheck: true, emitDeclarationOnly: true },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail }
  )
  if (!config) throw new Error("tsconfig.json was not read")
  const built = join(root, ".medusa", "server")
  const entries = publicTypes(root).map((file) => file.replace(built, root).replace(/\.d\.ts$/, ".ts"))
  const [problem] = ts.createProgram(entries, config.options).emit().diagnostics
  if (problem) fail(problem)
}

function fail({ messageText, file }: ts.Diagnostic): never {
  throw new Error(
    `${file?.fileName ?? "tsconfig.json"}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`
  )
}
