import { existsSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"

/** Gzip bytes, minified, without what the dashboard has itself. */
export const LIMITS = { main: 55_000, locale: 15_000 }

export type AdminSize = { main: number; locales: Record<string, number> }

/**
 * Measures what the plugin adds to the dashboard: what every store loads, and each language, which is loaded when chosen.
 *
 * @param root directory of the package, with the built `.medusa/server`
 */
export async function adminSize(root: string): Promise<AdminSize> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(".medusa", "server", "src", "admin", "index.mjs")],
    bundle: true,
    splitting: true,
    format: "esm",
    minify: true,
    packages: "external",
    outdir: "out",
    write: false,
    metafile: true,
    logLevel: "error",
  })
  const size: AdminSize = { main: 0, locales: {} }
  const lazy = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.filter(({ kind }) => kind === "dynamic-import").map(({ path }) => basename(path))
  )
  for (const { path, contents } of outputFiles) {
    const bytes = gzipSync(contents, { level: 9 }).length
    if (lazy.includes(basename(path))) size.locales[basename(path).replace(/-.*$/, "")] = bytes
    else size.main += bytes
  }
  return size
}

/** What is over its limit, in words. */
export function overLimit({ main, locales }: AdminSize): string[] {
  const parts: [string, number, number][] = [
    ["English", main, LIMITS.main],
    ...Object.entries(locales).map(([name, bytes]): [string, number, number] => [name, bytes, LIMITS.locale]),
  ]
  return parts
    .filter(([, bytes, limit]) => bytes > limit)
    .map(([name, bytes, limit]) => `${name}: ${bytes} B of ${limit} B`)
}

async function main(): Promise<void> {
  const root = resolve(__dirname, "..", "..")
  if (!existsSync(join(root, ".medusa", "server", "src", "admin")))
    throw new Error("Run npm run build first.")
  const size = await adminSize(root)
  console.log(size)
  if (overLimit(size).length > 0)
    throw new Error(`The admin bundle is too large: ${overLimit(size).join(", ")}`)
}

if (require.main === module)
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
