import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

/** The element's bundle, in the forms in which browsers take it. */
export type ElementScript = {
  /** `<hash>.js`: another content has another name, so it is cached for ever. */
  fileName: string
  content: Readonly<Record<"br" | "gzip" | "identity", Buffer>>
}

/** Built beside this folder by `scripts/package/build-checkout.ts`. */
export const BUNDLE = "onchain-checkout.mjs"

let known: ElementScript | null | undefined

/** Reads and compresses the bundle once. @returns null where it was not built, as in tests of the sources */
export function loadElementScript(): ElementScript | null {
  known ??= readBundle(join(__dirname, "..", BUNDLE))
  return known
}

export function readBundle(path: string): ElementScript | null {
  if (!existsSync(path)) return null
  const identity = readFileSync(path)
  const hash = createHash("sha256").update(identity).digest("hex").slice(0, 16)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  return {
    fileName: `${hash}.js`,
    content: {
      identity,
      gzip: gzipSync(identity, { level: 9 }),
      br: brotliCompressSync(identity, { params }),
    },
  }
}
