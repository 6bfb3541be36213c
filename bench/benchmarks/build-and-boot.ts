import { claimPort } from "../../scripts/process/port"
import { createStore } from "../../scripts/store"
import type { Benchmark } from "../benchmark"
import { storeConfig } from "../environment/environment"
import { createRow, type Round } from "../report/row"

const rounds = 3
const aims = {
  store_build_ms: { of: "ratio", is: "<=", limit: 1.05 },
  store_boot_ms: { of: "ratio", is: "<=", limit: 1.1 },
} as const
type Name = keyof typeof aims

/** `medusa build` with the dashboard, and `medusa start` of what it built: with the plugin against without. */
export const buildAndBoot: Benchmark = {
  rows: Object.keys(aims),
  async measure({ teardown, say, ...bench }) {
    const { storeEnv, logDirectory } = await bench.environment()
    const { port, release } = await claimPort(9300)
    teardown.add(release)
    const env = { ...storeEnv, DISABLE_ADMIN: "false", BENCH_MONITOR_PORT: "" }
    const side = (more: Record<string, string>) => {
      const store = createStore({ configFile: storeConfig, env: { ...env, ...more }, logDirectory })
      teardown.add(() => store.close())
      return store
    }
    const sides = { ours: side({}), peer: side({ BENCH_WITHOUT_PLUGIN: "true" }) }
    const measured: Record<Name, Round[]> = { store_build_ms: [], store_boot_ms: [] }
    for (let round = 1; round <= rounds; round++) {
      const built: Round = { ours: 0, peer: 0 }
      const booted: Round = { ours: 0, peer: 0 }
      for (const name of round % 2 === 0 ? (["ours", "peer"] as const) : (["peer", "ours"] as const)) {
        const store = sides[name]
        built[name] = await timeOf(() => store.build({ isForced: true }))
        booted[name] = await timeOf(async () => (await store.start(port)).stop())
        say(
          `build and boot, round ${round} of ${rounds}, ${name}: built in ${Math.round(built[name])} ms, ` +
            `started and stopped in ${Math.round(booted[name])} ms`
        )
      }
      measured.store_build_ms.push(built)
      measured.store_boot_ms.push(booted)
    }
    return Object.entries(measured).map(([name, all]) => createRow(name, "ms", aims[name as Name], all))
  },
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
