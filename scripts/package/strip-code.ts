import { readFileSync, writeFileSync } from "node:fs"
import { sep } from "node:path"
import { transformSync } from "esbuild"
import { builtFiles } from "./shipped-files"

const ADMIN = `${sep}src${sep}admin${sep}`

/**
 * Drops comments. Declarations keep their docstrings, and the
 * server's code its lines and names, so that a stack trace can be read. The admin is shortened: stores bundle it.
 *
 * @param root directory of the repository, with the built `.medusa/server`
 */
export function stripCode(root: string): void {
  for (const file of builtFiles(root).filter((name) => /\.m?js$/.test(name))) {
    const isAdmin = file.includes(ADMIN)
    const { code } = transformSync(readFileSync(file, "utf8"), {
      target: "es2022",
      charset: "utf8",
      legalComments: "none",
      minifyWhitespace: isAdmin || file.endsWith(".mjs"),
      minifySyntax: isAdmin,
    })
    writeFileSync(file, code)
  }
}
