import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"

const root = resolve(__dirname, "..", "..")
/** Below the root, so that a release finds the packages that are installed there. */
const releases = join(root, ".cache", "releases")
const migrations = join("src", "modules", "onchain", "migrations")
/** The first commit with the present tables that builds by itself and runs. Move it when the migration is edited. */
const OLDER = "8db9367c"
const build = `require("./scripts/package/build-plugin").buildServer(process.cwd()).catch((error) => { console.error(error); process.exit(1) })`

/** Why there is no older release; undefined when there is one. */
export function whyNoOlderRelease(): string | undefined {
  try {
    olderCommit()
    return undefined
  } catch {
    return "it needs git, the history of this repository, and an older commit with the present tables"
  }
}

/**
 * Builds the plugin of an older commit with the present tables. One before them cannot be upgraded: until the first release the
 * migration is edited in place, so nothing leads from its tables to the present ones.
 *
 * @returns its directory
 */
export function olderRelease(): string {
  const commit = olderCommit()
  const directory = join(releases, commit)
  if (existsSync(directory)) return directory
  const fresh = `${directory}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  const archive = execFileSync(
    "git",
    ["archive", commit, "src", "scripts", "docs", "package.json", "tsconfig.json"],
    {
      cwd: root,
      maxBuffer: 256 * 1024 * 1024,
    }
  )
  execFileSync("tar", ["-x", "-C", fresh], { input: archive })
  execFileSync(process.execPath, ["--import", "tsx", "--eval", build], { cwd: fresh, stdio: "pipe" })
  renameSync(fresh, directory)
  return directory
}

function olderCommit(): string {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" }).trim()
  git("diff", "--quiet", OLDER, "HEAD", "--", migrations)
  return git("rev-parse", OLDER)
}

/** What the next release's migration may do: a column with a default, an index, and one more word for a state. */
export const NEXT_MIGRATION = "Migration20991231000000"
const source = `
const { Migration } = require("@medusajs/framework/mikro-orm/migrations")
const STATES = ["opening", "awaiting", "confirming", "settled", "expired", "failed", "cancelled", "superseded"]
const allow = (states) =>
  "alter table onchain_attempt add constraint onchain_attempt_state_check check (state in (" +
  states.map((state) => "'" + state + "'").join(", ") + "))"
exports.${NEXT_MIGRATION} = class ${NEXT_MIGRATION} extends Migration {
  async up() {
    this.addSql("alter table onchain_payment add column if not exists trial text not null default 'none'")
    this.addSql('create index if not exists "IDX_onchain_payment_trial" on onchain_payment (trial)')
    this.addSql("alter table onchain_attempt drop constraint if exists onchain_attempt_state_check")
    this.addSql(allow([...STATES, "trial"]))
  }
  async down() {
    this.addSql("alter table onchain_attempt drop constraint if exists onchain_attempt_state_check")
    this.addSql(allow(STATES))
    this.addSql("alter table onchain_payment drop column if exists trial")
  }
}
`

/**
 * A copy of the installed plugin with one migration more, as the next release will have.
 *
 * @param installed directory of the installed plugin
 * @returns its directory
 */
export function nextRelease(installed = join(root, "node_modules", "medusa-payment-onchain")): string {
  const directory = join(releases, "next")
  rmSync(directory, { recursive: true, force: true })
  for (const part of ["package.json", join(".medusa", "server")])
    cpSync(join(installed, part), join(directory, part), { recursive: true })
  writeFileSync(join(directory, ".medusa", "server", migrations, `${NEXT_MIGRATION}.js`), source)
  return directory
}
