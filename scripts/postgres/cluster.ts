import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { freePort } from "../process/port"
import { isReachableByAnyone, postgresAccount } from "./account"
import { locateBinaries } from "./binaries"
import { memoryRoot } from "./memory"
import { mountSmallDisk, unmountSmallDisk } from "./small-disk"

const stopTimeoutMs = 6_000
const throwaway = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }

export interface Cluster {
  readonly port: number
  /** Where its socket is, if it has one. */
  readonly directory: string
  /** Resolves when the server has stopped, on request or not, unless it crashed. */
  readonly exited: Promise<void>
  /** Kills the server and its children with `-9`; its data stays. */
  crash(): Promise<void>
  /** Starts a crashed server with the same data on the same port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export interface ClusterOptions {
  /** Of the user `postgres`. */
  password: string
  /** False skips waiting for the disk, which no test depends on; true for benchmarks. */
  isDurable: boolean
  /** A disk of its own with so many megabytes, which may run full: a server that stops by itself is started again. @default none */
  diskMb?: number
  /** Also listens on a socket in its own directory, which costs a client less than TCP. @default false */
  hasSocket?: boolean
}

const restartPauseMs = 500

/**
 * Creates a Postgres in a temporary directory, in memory where possible, and starts it on a free port.
 *
 * @throws Error with the server's own message when it does not start
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { password, isDurable, diskMb } = options
  const directory = mkdtempSync(join(temporaryRoot(), "onchain-postgres-"))
  // Programs may not be executable from memory, so only the data is there.
  const dataRoot = mkdtempSync(join((isDurable ? undefined : memoryRoot()) ?? directory, "onchain-data-"))
  if (diskMb !== undefined) mountSmallDisk(dataRoot, diskMb)
  const removeDirectories = () => {
    if (diskMb !== undefined) unmountSmallDisk(dataRoot)
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
    execFileSync(binaries.initdb, initArguments(data, passwordFile, diskMb !== undefined), {
      ...environment,
      stdio: "pipe",
    })
    const port = await freePort()
    let end = (): void => undefined
    const exited = new Promise<void>((resolve) => (end = resolve)).then(removeDirectories)
    let [isCrashing, isStopping] = [false, false]
    const startAgain = async (): Promise<void> => {
      await delay(restartPauseMs)
      if (isStopping || isCrashing) return isStopping ? end() : undefined
      // Each failed start ends in another one.
      const next = await start().catch(() => undefined)
      if (next) server = next
    }
    const start = async () => {
      const server = spawn(binaries.postgres, serverArguments(data, port, options), {
        ...environment,
        detached: true,
        stdio: ["ignore", "ignore", "pipe"],
      })
      server.once("exit", () => {
        if (isCrashing) return
        if (diskMb === undefined || isStopping) end()
        else void startAgain()
      })
      await ready(server)
      return server
    }
    let server = await start()
    return {
      port,
      directory: data,
      exited,
      async crash() {
        isCrashing = true
        await crash(server)
      },
      async restart() {
        server = await start()
        isCrashing = false
      },
      async stop() {
        isStopping = true
        if (isCrashing) end()
        else await stop(server, exited)
        await exited
      },
    }
  } catch (error) {
    removeDirectories()
    throw error
  }
}

function initArguments(data: string, passwordFile: string, isDiskSmall: boolean): string[] {
  const options = [`--pgdata=${data}`, "--username=postgres", `--pwfile=${passwordFile}`, "--no-sync"]
  // Small files of the log, so that it soon needs a new one.
  if (isDiskSmall) options.push("--wal-segsize=1")
  return [...options, "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C"]
}

function serverArguments(
  data: string,
  port: number,
  { isDurable, diskMb, hasSocket = false }: ClusterOptions
): string[] {
  const settings = {
    listen_addresses: "localhost",
    unix_socket_directories: hasSocket ? data : "",
    max_connections: "400",
    ...(isDurable ? {} : throwaway),
    ...(diskMb === undefined ? {} : { wal_recycle: "off", min_wal_size: "2MB", max_wal_size: "64MB" }),
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

/**
 * Children are sessions of their own, and would finish their statements without their parent: it is stopped while they are listed, so
 * that none is missed.
 */
async function crash(server: ChildProcess): Promise<void> {
  const gone = once(server, "exit")
  const { pid } = server
  if (pid === undefined) return
  process.kill(pid, "SIGSTOP")
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number)
  for (const child of [...children, pid]) kill(child)
  await gone
  while (children.some((child) => existsSync(`/proc/${child}`))) await delay(20)
}

function kill(pid: number): void {
  if (pid > 0 && existsSync(`/proc/${pid}`)) process.kill(pid, "SIGKILL")
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
