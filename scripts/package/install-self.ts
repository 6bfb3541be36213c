import { execFile } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { tryClaim } from "../process/claim"
import { waitUntil } from "../process/wait-until"
import { finishBuild } from "./finish-build"
import { sourceHash } from "./source-hash"

const root = resolve(__dirname, "..", "..")
const installed = join(root, "node_modules", "medusa-payment-onchain")
const stamp = join(installed, ".source-hash")
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
 * Installs the packed plugin into this repository's `node_modules`, so that the demo, the tests and the
 * benchmarks run exactly what a merchant installs. Medusa resolves plugins only from there, not by
 * self-reference.
 *
 * Does nothing while the installed package matches the sources. Concurrent calls are safe.
 *
 * @returns directory of the installed package
 * @throws Error with the compiler's output when the plugin does not build
 */
export async function installSelf(): Promise<string> {
  if (isCurrent()) return installed
  const lock = join(root, "node_modules", ".medusa-payment-onchain.lock")
  const claim = await waitUntil("another build of the plugin", async () => tryClaim(lock), {
    timeoutMs: buildTimeoutMs,
  })
  try {
    if (!isCurrent()) await buildAndInstall()
  } finally {
    claim.release()
  }
  return installed
}

function isCurrent(): boolean {
  return existsSync(stamp) && existsSync(packed) && readFileSync(stamp, "utf8") === sourceHash(root)
}

async function buildAndInstall(): Promise<void> {
  const hash = sourceHash(root)
  await run(process.execPath, [join(root, "node_modules", "@medusajs", "cli", "cli.js"), "plugin:build"])
  await finishBuild(root)
  const unpacked = `${installed}.new`
  rmSync(packed, { recursive: true, force: true })
  mkdirSync(packed, { recursive: true })
  await run("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", packed])
  rmSync(unpacked, { recursive: true, force: true })
  mkdirSync(unpacked)
  await run("tar", ["-xzf", packedTarball(), "--strip-components=1", "-C", unpacked])
  writeFileSync(join(unpacked, ".source-hash"), hash)
  rmSync(installed, { recursive: true, force: true })
  renameSync(unpacked, installed)
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
