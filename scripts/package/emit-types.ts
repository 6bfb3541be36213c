import ts from "typescript"
import { join } from "node:path"
import { publicTypes } from "./shipped-files"

/**
 * Writes the declarations that a public entry leads to, and no others: a store can import no more, and they would be most of the
 * package's files. Types are not checked again.
 *
 * @param root directory of the repository
 * @throws Error for a type that no declaration can express
 */
export function emitTypes(root: string): void {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, "tsconfig.json"),
    { noCheck: true, emitDeclarationOnly: true },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail }
  )
  const server = join(root, ".medusa", "server")
  const entries = publicTypes(root)
    .filter((file) => file.endsWith(".d.ts"))
    .map((file) => file.replace(server, root).replace(/\.d\.ts$/, ".ts"))
  const { diagnostics } = ts.createProgram(entries, config?.options ?? {}).emit()
  const [problem] = diagnostics
  if (problem) fail(problem)
}

function fail({ messageText, file }: ts.Diagnostic): never {
  throw new Error(`${file?.fileName ?? "tsconfig.json"}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`)
}
