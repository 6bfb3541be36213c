import { existsSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import { gzipSync } from "node:zlib"
import { build, type Metafile } from "esbuild"

/** Gzip bytes, minified, without what the dashboard has itself. */
export const LIMITS = { first: 30_000, screens: 55_500, locale: 16_000, sentences: 17_500 }

/**
 * What the plugin adds to the dashboard, in English unless it says otherwise.
 *
 * - `first`: downloaded with the dashboard, whichever page is opened: routes, words, the line above the orders.
 * - `screens`: downloaded for the first page or widget of a group, `first` included. The groups are files in src/admin/screens.
 * - `all`: everything, for an operator who opens every page.
 * - `locales`: the words of the screens, and the sentences of the API, each downloaded when its language is chosen.
 */
export type AdminSize = {
  first: number
  screens: Record<string, number>
  all: number
  locales: Record<string, number>
}

/**
 * Bundles the built admin as a store's production build does, and adds up the compressed files of each download.
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
    // As Vite does: Arabic is not escaped.
    charset: "utf8",
    logLevel: "error",
  })
  const bytes = new Map(
    outputFiles.map(({ path, contents }) => [basename(path), gzipSync(contents, { level: 9 }).length])
  )
  const sizeOf = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + (bytes.get(basename(file)) ?? 0), 0)
  const { outputs } = metafile
  const [entry = ""] = Object.keys(outputs).filter((file) => basename(file) === "index.js")
  const first = withImports(entry, outputs)
  const size: AdminSize = { first: sizeOf(first), screens: {}, all: 0, locales: {} }
  const all = new Set(first)
  for (const file of lazyParts(first, outputs)) {
    const name = basename(outputs[file]?.entryPoint ?? file).replace(/-[\w-]{8}(?:\.m?js)?$/, "")
    const files = withImports(file, outputs)
    // The words of the screens, and the sentences of refusals and checks.
    if (/^(?:sentences\.)?[a-z]{2}(?:[A-Z]{2})?$/.test(name)) size.locales[name] = sizeOf(files)
    else {
      files.forEach((one) => all.add(one))
      size.screens[name] = sizeOf(new Set([...first, ...files]))
    }
  }
  return { ...size, all: sizeOf(all) }
}

type Outputs = Metafile["outputs"]

/** A file and all that it imports at once. */
function withImports(file: string, outputs: Outputs, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const { path, kind } of outputs[file]?.imports ?? [])
    if (kind === "import-statement" && outputs[path]) withImports(path, outputs, found)
  return found
}

const lazyParts = (files: ReadonlySet<string>, outputs: Outputs) => [
  ...new Set(
    [...files].flatMap((file) =>
      (outputs[file]?.imports ?? []).filter(({ kind }) => kind === "dynamic-import").map(({ path }) => path)
    )
  ),
]

/** What is over its limit, in words. */
export function overLimit({ first, screens, locales }: AdminSize): string[] {
  const parts: [string, number, number][] = [
    ["the dashboard", first, LIMITS.first],
    ...Object.entries(screens).map(([name, bytes]): [string, number, number] => [
      name,
      bytes,
      LIMITS.screens,
    ]),
    ...Object.entries(locales).map(([name, bytes]): [string, number, number] => [
      name,
      bytes,
      name.startsWith("sentences.") ? LIMITS.sentences : LIMITS.locale,
    ]),
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
