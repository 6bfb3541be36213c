/**
 * The process that owns a Postgres: prints its port and directory as one line and stops it when standard input closes,
 * which also happens when the parent is killed. A line `crash` or `restart` on standard input does that, and is repeated as a line
 * afterwards. Input: the options of the cluster as JSON in ONCHAIN_POSTGRES, which no other user can read.
 */
import { createInterface } from "node:readline"
import { type ClusterOptions, startCluster } from "./cluster"

async function main(): Promise<void> {
  const options = process.env["ONCHAIN_POSTGRES"]
  if (!options) throw new Error("ONCHAIN_POSTGRES is not set")
  const cluster = await startCluster(JSON.parse(options) as ClusterOptions)
  const stop = () => void cluster.stop()
  process.stdin.on("end", stop).on("error", stop)
  const acts: Record<string, () => Promise<void>> = { crash: cluster.crash, restart: cluster.restart }
  createInterface({ input: process.stdin }).on("line", (line) => {
    acts[line]?.().then(() => process.stdout.write(`${line}\n`), stop)
  })
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, stop)
  process.stdout.write(`${cluster.port} ${cluster.directory}\n`)
  await cluster.exited
  process.exit()
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
