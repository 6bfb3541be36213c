/**
 * Runs a command with its own Postgres: `tsx scripts/with-postgres.ts jest --selectProjects module`. The
 * command finds it through the DB_* variables.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { delimiter, join } from "node:path"
import { startPostgres } from "./postgres"

async function main([command, ...args]: string[]): Promise<number> {
  if (!command) throw new Error("with-postgres needs a command to run")
  const postgres = await startPostgres()
  const binaries = join(__dirname, "..", "node_modules", ".bin")
  const path = `${binaries}${delimiter}${process.env["PATH"] ?? ""}`
  const child = spawn(command, args, {
    stdio: "inherit",
    env: { ...process.env, ...postgres.env, PATH: path },
  })
  // The terminal sends Ctrl-C to the command too; this process stays until the command and Postgres have
  // ended.
  process.on("SIGINT", () => undefined)
  process.on("SIGTERM", () => child.kill("SIGTERM"))
  const [code] = (await once(child, "exit")) as [number | null]
  await postgres.stop()
  return code ?? 1
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  }
)
