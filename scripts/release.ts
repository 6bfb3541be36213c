/**
 * Publishes the version of package.json: `REPOSITORY_URL=https://... npm run release`. Writes the repository's address and the
 * date of the release, runs the checks, builds and packs, and publishes the tarball that was checked. With `--dry-run` it does
 * everything but publish, and puts the files back.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { packedTarball } from "./package/install-self"
import { addressFields, withAddress } from "./release/address"
import { cutRelease } from "./release/changelog"

const root = resolve(__dirname, "..")
const manifestFile = join(root, "package.json")
const changelogFile = join(root, "CHANGELOG.md")

function release(isDryRun: boolean): void {
  const address = addressFields(process.env.REPOSITORY_URL)
  if (!isDryRun) requireCommitted()
  const manifest = readFileSync(manifestFile, "utf8")
  const changelog = readFileSync(changelogFile, "utf8")
  const { version } = JSON.parse(manifest) as { version: string }
  const putBack = () => {
    writeFileSync(manifestFile, manifest)
    writeFileSync(changelogFile, changelog)
  }
  try {
    writeFileSync(manifestFile, withAddress(manifest, address))
    writeFileSync(changelogFile, cutRelease(changelog, version, new Date().toISOString().slice(0, 10)))
    // Rebuilds even when installed, so that the checked package is the published one.
    rmSync(join(root, "node_modules", "medusa-payment-onchain"), { recursive: true, force: true })
    run(join(root, "node_modules", ".bin", "tsx"), ["scripts/test.ts", "check", "unit", "package"])
    const tarball = packedTarball()
    console.log(`\nPacked ${tarball}: ${statSync(tarball).size} bytes`)
    if (!isDryRun) run("npm", ["publish", tarball, "--access", "public", "--provenance"])
  } catch (error) {
    putBack()
    throw error
  }
  if (isDryRun) {
    putBack()
    console.log(`${version} is ready. Nothing was published, and no file is changed.`)
  } else console.log(`Published ${version}. Commit package.json and CHANGELOG.md, and tag v${version}.`)
}

function requireCommitted(): void {
  const changed = execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }).trim()
  if (changed !== "") throw new Error(`Commit these changes before the release:\n${changed}`)
}

function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" })
  if (status !== 0) throw new Error(`${[command, ...args].join(" ")} failed. Nothing was published.`)
}

try {
  release(process.argv.includes("--dry-run"))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
