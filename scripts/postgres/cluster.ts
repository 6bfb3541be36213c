import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../process/port"
import { isReachableByAnyone, postgresAccount } from "./account"
import { locateBinaries } from "./binaries"
import { memoryRoot } from "./memory"

const stopTimeoutMs = 6_000
const throwaway = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }

export interface Cluster {
  readonly port: number
  /** Resolves when the server has stopped, on request or not. */
  readonly exited: Promise<void>
  stop(): Promise<void>
}

export interface ClusterOptions {
  /** Of the user `postgres`. */
  password: string
  /** False skips waiting for the disk, which no test depends on; true for benchmarks. */
  isDurable: boolean
}

/**
 * Creates a Postgres in a temporary directory, in memory where possible, and starts it on a free port.
 *
 * @throws Error with the server's own message when it does not start
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { password, isDurable } = options
  const directory = mkdtempSync(join(temporaryRoot(), "onchain-postgres-"))
  // Programs may not be executable from memory, so only the data is there.
  const dataRoot = mkdtempSync(join((isDurable ? undefined : memoryRoot()) ?? directory, "onchain-data-"))
  const removeDirectories = () => {
    for (const path of [dataRoot, directory]) rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    for (const path of [directory, dataRoot]) chmodSync(path, 0o755)
    const account = postgresAccount()
    const binaries = await locateBinaries(account, directory)
    const data = join(dataRoot, "data")
    const environment = { ...account, cwd: dataRoot, env: { PATH: process.env["PATH"], LC_ALL: "C" } }
    const passwordFile = join(dataRoot, "password")
    mkdirSync(data, { mode: 0o700 })
    writeFileSync(passwordFile, password, { mode: 0o600 })
    for (const path of [data, passwordFile]) chownSync(path, account.uid ?? -1, account.gid ?? -1)
    execFileSync(binaries.initdb, initArguments(data, passwordFile), { ...environment, stdio: "pipe" })
    const port = await freePort()
    const server = spawn(binaries.postgres, serverArguments(data, port, isDurable), {
      ...environment,
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
    })
    const exited = once(server, "exit").then(removeDirectories)
    await ready(server)
    return { port, exited, stop: () => stop(server, exited) }
  } catch (error) {
    removeDirectories()
    throw error
  }
}

function initArguments(data: string, passwordFile: string): string[] {
  const options = [`--pgdata=${data}`, "--username=postgres", `--pwfile=${passwordFile}`, "--no-sync"]
  return [...options, "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C"]
}

function serverArguments(data: string, port: number, isDurable: boolean): string[] {
  const settings = {
    listen_addresses: "localhost",
    unix_socket_directories: "",
    max_connections: "400",
    ...(isDurable ? {} : throwaway),
  }
  return [
    "-D",
    data,
    "-p",
    String(port),
    ...Object.entries(settings).flatMap(([k, v]) => ["-c", `${k}=${v}`]),
  ]
}

function ready(server: ChildProcess): Promise<void> {
  let output = ""
  return new Promise((resolve, reject) => {
    server.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      output = (output + chunk).slice(-4_000)
      if (output.includes("ready to accept connections")) resolve()
    })
    server.once("error", reject)
    server.once("exit", () => reject(new Error(`Postgres did not start:\n${output}`)))
  })
}

/** SIGINT ends sessions and stops cleanly; SIGQUIT is the fallback. */
async function stop(server: ChildProcess, exited: Promise<void>): Promise<void> {
  const timer = setTimeout(() => server.kill("SIGQUIT"), stopTimeoutMs)
  server.kill("SIGINT")
  await exited
  clearTimeout(timer)
}

function temporaryRoot(): string {
  const root = [tmpdir(), "/tmp"].find((path) => existsSync(path) && isReachableByAnyone(path))
  return root ?? tmpdir()
}
