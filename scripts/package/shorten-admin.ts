import { readFileSync, writeFileSync } from "node:fs"
import { sep } from "node:path"
import { transformSync } from "esbuild"
import { builtFiles } from "./shipped-files"

const ADMIN = `${sep}src${sep}admin${sep}`

/**
 * Shortens the built admin, which stores bundle. The server's code keeps its lines and names, so that a stack trace can be read.
 *
 * @param root directory of the repository, with the built `.medusa/server`
 */
export function shortenAdmin(root: string): void {
  for (const file of builtFiles(root).filter((name) => name.includes(ADMIN) && /\.m?js$/.test(name))) {
    const { code } = transformSync(readFileSync(file, "utf8"), {
      ...{ target: "es2022", charset: "utf8", legalComments: "none" },
      ...{ minifyWhitespace: true, minifySyntax: true },
    })
    writeFileSync(file, code)
  }
}
