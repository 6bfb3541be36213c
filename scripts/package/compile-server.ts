import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { transformSync } from "esbuild"

/**
 * Lines and names stay, so that a stack trace can be read.
 *
 * @param file its path, for errors
 */
export function compile(source: string, file: string): string {
  const options = { target: "es2022", charset: "utf8", legalComments: "none", sourcefile: file } as const
  // Comments are dropped with the whitespace only, so the code is printed once more.
  const { code } = transformSync(source, {
    ...options,
    ...{ loader: "ts", minifyWhitespace: true, tsconfigRaw: "{}" },
  })
  return transformSync(code, { ...options, format: "cjs", platform: "node" }).code
}

/** Whether a file of `src` is compiled: the admin is bundled, and tests are not shipped. */
export const isServerFile = (file: string) =>
  /(?<!\.d)\.ts$/.test(file) && !/^admin[\\/]|(?:^|[\\/])__/.test(file)

/**
 * Compiles `src` into `.medusa/server` without checking types, which `npm run typecheck` does, and copies the JSON that the code reads.
 *
 * @param root directory of the repository
 */
export function compileServer(root: string): void {
  const [sources, server] = [join(root, "src"), join(root, ".medusa", "server")]
  rmSync(server, { recursive: true, force: true })
  for (const file of (readdirSync(sources, { recursive: true }) as string[]).filter(isServerFile)) {
    const code = compile(readFileSync(join(sources, file), "utf8"), join("src", file))
    const target = join(server, "src", file.replace(/\.ts$/, ".js"))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, code)
    for (const [, json = ""] of code.matchAll(/require\("(\.[^"]+\.json)"\)/g))
      cpSync(resolve(sources, dirname(file), json), resolve(dirname(target), json))
  }
}
