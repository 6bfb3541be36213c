/**
 * The process that owns a Postgres: prints its port as one line and stops it when standard input closes,
 * which also happens when the parent is killed. Input: the password in ONCHAIN_POSTGRES_PASSWORD;
 * `--durable`.
 */
import { startCluster } from "./cluster"

async function main(): Promise<void> {
  const password = process.env["ONCHAIN_POSTGRES_PASSWORD"]
  if (!password) throw new Error("ONCHAIN_POSTGRES_PASSWORD is not set")
  const cluster = await startCluster(password, process.argv.includes("--durable"))
  const stop = () => void cluster.stop()
  process.stdin.resume().on("end", stop).on("error", stop)
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, stop)
  process.stdout.write(`${cluster.port}\n`)
  await cluster.exited
  process.exit()
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
