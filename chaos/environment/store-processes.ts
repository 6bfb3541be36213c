import { mkdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { createStore, type Store } from "../../scripts/store"
import { startRedis } from "../../scripts/redis"
import { weathers } from "../weather/weathers"
import type { EnvironmentOptions } from "./environment"
import type { StoreGround } from "./ground"
import type { Ports } from "./ports"
import { startRoundRobin } from "./round-robin"
import { type NamedProcess, superviseProcess } from "./supervised-process"

const configFile = resolve(__dirname, "..", "store", "medusa-config.ts")

const clusterModes = { "server-1": "server", worker: "worker", "server-2": "server" } as const

/** Names of the processes. */
export const processNames = (isCluster: boolean): string[] =>
  isCluster ? Object.keys(clusterModes) : ["store"]

/** The processes of a store. */
export interface StoreProcesses {
  /** One of them, to run commands with before anything is started. */
  first: Store
  /** Starts all of them, and the round robin. */
  startAll(): Promise<NamedProcess[]>
}

interface Member {
  name: string
  port: number
  store: Store
}

/** One process that does everything, or two servers and a worker over Redis behind a round robin. */
export async function createStoreProcesses(
  options: EnvironmentOptions & { env: Record<string, string>; ports: Ports; ground?: StoreGround }
): Promise<StoreProcesses> {
  const { isCluster, teardown, ports, ground, logDirectory, say } = options
  const member = (name: string, port: number, mode: Record<string, string>): Member => {
    const directory = join(logDirectory, name)
    mkdirSync(directory, { recursive: true })
    const weather = options.weather.map((one) => weathers[one].env?.(name) ?? {})
    const own = Object.assign(mode, ground?.envOf(name), ...weather)
    const env = options.env
    const store = createStore({ configFile, env: { ...env, ...own }, logDirectory: directory })
    for (const one of options.weather) {
      const plugin = weathers[one].plugin?.()
      if (plugin !== undefined) store.usePlugin(plugin)
    }
    teardown.add(() => store.close())
    return { name, port, store }
  }
  const members = isCluster
    ? await createCluster(options, member)
    : [member("store", ports.front, { MEDUSA_WORKER_MODE: "shared" })]
  const [first] = members
  if (!first) throw new Error("A store needs a process")
  return {
    first: first.store,
    async startAll() {
      const processes = await Promise.all(
        members.map(async ({ name, port, store }) => {
          return superviseProcess({ name, store, start: () => store.start(port), teardown, say })
        })
      )
      if (!isCluster) return processes
      const servers = members.filter(({ name }) => name !== "worker")
      const origins = servers.map(({ port }) => `http://localhost:${port}`)
      const proxy = await startRoundRobin(ports.front, origins)
      teardown.add(() => proxy.close())
      return processes
    },
  }
}

async function createCluster(
  { teardown, ports, ground }: EnvironmentOptions & { ports: Ports; ground?: StoreGround },
  member: (name: string, port: number, own: Record<string, string>) => Member
): Promise<Member[]> {
  const redis = ground ? undefined : await startRedis()
  if (redis) teardown.add(() => redis.stop())
  return Object.entries(clusterModes).map(([name, mode], index) => {
    const port = ports.back[index]
    if (port === undefined) throw new Error(`There is no port for ${name}`)
    return member(name, port, { MEDUSA_WORKER_MODE: mode, ...(redis && { REDIS_URL: redis.url }) })
  })
}
