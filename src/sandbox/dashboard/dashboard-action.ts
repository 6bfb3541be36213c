import type { z } from "zod"
import { parseInput } from "../sandbox-error"
import type { World } from "../world"

/** What a person asks of the dashboard. */
export type DashboardCall = { world: World; id: string; body: unknown }

/** One thing a person can look at or do. `path` is relative to the dashboard; `:id` names the object. */
export type DashboardAction = {
  method: "GET" | "POST"
  path: string
  /** @returns what is answered, as JSON @throws SandboxError */
  run: (call: DashboardCall) => unknown
}

/** Something to look at. */
export function view(path: string, run: (world: World) => unknown): DashboardAction {
  return { method: "GET", path, run: ({ world }) => run(world) }
}

/** Something to do, which only the owner may. */
export function change<T extends z.ZodType>(
  path: string,
  schema: T,
  run: (world: World, body: z.output<T>, id: string) => unknown
): DashboardAction {
  return { method: "POST", path, run: ({ world, body, id }) => run(world, parseInput(schema, body), id) }
}
