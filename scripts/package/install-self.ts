import { execFile } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { basename, join, resolve } from "node:path"
import { promisify } from "node:util"
import { tryClaim } from "../process/claim"
import { waitUntil } from "../process/wait-until"
import { buildServer } from "./build-plugin"
import { sourceHash } from "./source-hash"

const root = resolve(__dirname, "..", "..")
const installed = join(root, "node_modules", "medusa-payment-onchain")
/** Written when the packed plugin is installed, or only its server: fingerprint of the sources. */
const stamps = { packed: join(installed, ".source-hash"), server: join(installed, ".server-hash") }
const buildTimeoutMs = 300_000

/** Holds the tarball that was installed, and nothing else. */
const packed = join(root, "node_modules", ".cache", "packed")

/** Path of the installed tarball: what would be published. */
export function packedTarball(): string {
  const [name] = existsSync(packed) ? readdirSync(packed) : []
  if (name === undefined) throw new Error("The plugin is not packed: run npm run install-self.")
  return join(packed, name)
}

/**
 * Installs the packed plugin into this repository's `node_modules`, so that the tests and the benchmarks run exactly what a
 * merchant installs. Medusa resolves plugins only from there, not by self-reference.
 *
 * Does nothing while the installed package matches the sources. Concurrent calls are safe.
 *
 * @param options.isServerEnough the caller needs neither the bundle of the admin nor types, which take most of the time
 * @returns directory of the installed package
 * @throws Error with the compiler's output when the plugin does not build
 */
export async function installSelf({ isServerEnough = false } = {}): Promise<string> {
  const isInstalled = () => isCurrent("packed") || (isServerEnough && isCurrent("server"))
  if (isInstalled()) return installed
  const lock = join(root, "node_modules", ".medusa-payment-onchain.lock")
  const claim = await waitUntil("another build of the plugin", async () => tryClaim(lock), {
    timeoutMs: buildTimeoutMs,
  })
  try {
    if (!isInstalled()) await buildAndInstall(isServerEnough)
  } finally {
    claim.release()
  }
  return installed
}

/** The next call installs again: what is installed is no longer what was built. */
export function forgetInstalled(): void {
  for (const stamp of Object.values(stamps)) rmSync(stamp, { force: true })
}

function isCurrent(what: keyof typeof stamps): boolean {
  const stamp = stamps[what]
  const isThere = existsSync(stamp) && (what === "server" || existsSync(packed))
  return isThere && readFileSync(stamp, "utf8") === sourceHash(root)
}

async function buildAndInstall(isServerEnough: boolean): Promise<void> {
  const hash = sourceHash(root)
  const unpacked = `${installed}.new`
  rmSync(unpacked, { recursive: true, force: true })
  mkdirSync(unpacked)
  if (isServerEnough) {
    await buildServer(root)
    for (const part of ["package.json", join(".medusa", "server")])
      cpSync(join(root, part), join(unpacked, part), { recursive: true })
  } else {
    await pack()
    await run("tar", ["-xzf", packedTarball(), "--strip-components=1", "-C", unpacked])
  }
  writeFileSync(join(unpacked, basename(stamps[isServerEnough ? "server" : "packed"])), hash)
  rmSync(installed, { recursive: true, force: true })
  renameSync(unpacked, installed)
}

async function pack(): Promise<void> {
  await run(process.execPath, ["--import", "tsx", join(root, "scripts", "build.ts")])
  rmSync(packed, { recursive: true, force: true })
  mkdirSync(packed, { recursive: true })
  await run("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", packed])
}

async function run(command: string, args: string[]): Promise<void> {
  const env = { ...process.env, NODE_OPTIONS: "", NODE_ENV: "production", MEDUSA_DISABLE_TELEMETRY: "true" }
  try {
    await promisify(execFile)(command, args, { cwd: root, env, maxBuffer: 64 * 1024 * 1024 })
  } catch (error) {
    if (!(error instanceof Error && "stdout" in error && "stderr" in error)) throw error
    const output = `${String(error.stdout)}${String(error.stderr)}`.trim()
    throw new Error(`${[command, ...args].join(" ")} failed:\n${output}`, { cause: error })
  }
}
