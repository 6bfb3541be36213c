import { rmSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"

/**
 * Compiles `src` into `.medusa/server` with its declarations, as `medusa plugin:build` does. Types are not checked, which took most of
 * the time of a build: `npm run typecheck` does it.
 *
 * @param root directory of the repository
 * @throws Error for a type that no declaration can express
 */
export function compilePackage(root: string): void {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, "tsconfig.json"),
    { noCheck: true },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail }
  )
  if (!config) throw new Error("tsconfig.json was not read")
  rmSync(join(root, ".medusa", "server"), { recursive: true, force: true })
  const admin = `${join(root, "src", "admin")}/`
  const files = config.fileNames.filter((file) => !file.startsWith(admin))
  const [problem] = ts.createProgram(files, config.options).emit().diagnostics
  if (problem) fail(problem)
}

function fail({ messageText, file }: ts.Diagnostic): never {
  throw new Error(
    `${file?.fileName ?? "tsconfig.json"}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`
  )
}
