/**
 * The process that owns a Postgres: prints its port as one line and stops it when standard input closes,
 * which also happens when the parent is killed. Input: the options of the cluster as JSON in
 * ONCHAIN_POSTGRES, which no other user can read.
 */
import { type ClusterOptions, startCluster } from "./cluster"

async function main(): Promise<void> {
  const options = process.env["ONCHAIN_POSTGRES"]
  if (!options) throw new Error("ONCHAIN_POSTGRES is not set")
  const cluster = await startCluster(JSON.parse(options) as ClusterOptions)
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
