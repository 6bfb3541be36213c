import { z } from "zod"
import { assumptionsSchema, parseAssumptions, type Assumptions } from "../../../src/gateway/assumptions"

type Schema = z.core.JSONSchema._JSONSchema
export type Setting = { path: string; schema: Exclude<Schema, boolean> }

function settingsOf(schema: Schema, path = ""): Setting[] {
  if (typeof schema === "boolean") throw new Error(`${path} may be anything`)
  const { properties } = schema
  if (!properties) return [{ path, schema }]
  return Object.entries(properties).flatMap(([key, part]) => settingsOf(part, path ? `${path}.${key}` : key))
}

/** Every setting of the schema. */
export const settings = settingsOf(z.toJSONSchema(assumptionsSchema, { io: "input" }))

/** The value of a setting. */
export function valueAt(assumptions: Assumptions, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], assumptions)
}

/** One name for every kind of resource. */
export function inEach(group: "ids" | "envelopes", name: string): Record<string, string[]> {
  return Object.fromEntries(Object.keys(parseAssumptions()[group]).map((kind) => [kind, [name]]))
}
