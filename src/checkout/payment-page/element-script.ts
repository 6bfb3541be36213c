import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

/** The element's bundle, in each encoding. */
export type ElementScript = {
  /** `<hash>.js`, by content, so it can be cached forever. */
  fileName: string
  content: Readonly<Record<"br" | "gzip" | "identity", Buffer>>
}

/** Built next to this folder by `scripts/package/build-checkout.ts`. */
export const BUNDLE = "onchain-checkout.mjs"

let known: ElementScript | null | undefined

/** Reads and compresses the bundle once. @returns null when it was not built, as in unit tests */
export function loadElementScript(): ElementScript | null {
  known ??= readBundle(join(__dirname, "..", BUNDLE))
  return known
}

function readBundle(path: string): ElementScript | null {
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
