import { z } from "zod"
import type { Assumptions } from "../../src/gateway/assumptions"
import { decimalSchema, KNOWN_ERROR_CODES } from "../../src/gateway/contract"
import { isObject, toJson, type Json, type JsonObject } from "./json"
import { resources, type Resource } from "./resources"

/** Schemas of every resource and request, under the names the service is assumed to use. */
export function createSchemas(assumptions: Assumptions): JsonObject {
  const entries = Object.entries(resources).map(([name, resource]) => [name, toSchema(resource, assumptions)])
  const schemas: JsonObject = Object.fromEntries(entries)
  markKnownCodes(schemas)
  return schemas
}

function toSchema({ schema, id, fields, inPath }: Resource, assumptions: Assumptions): JsonObject {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: "input", override: describeDecimal })
  const json = simplify(toJson(described))
  if (!isObject(json)) throw new Error("a schema that is not an object")
  const names = { ...(id && { id: assumptions.ids[id].at(-1) ?? "id" }), ...fields?.(assumptions.fields) }
  return withAssumedNames(without(json, inPath?.(assumptions.paths) ?? []), names)
}

/** A check that JSON Schema cannot see is written as a pattern. */
function describeDecimal({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: object }): void {
  if (zodSchema !== decimalSchema) return
  const description = "A decimal in token units, as text; never a number."
  Object.assign(jsonSchema, { pattern: "^(?:0|[1-9]\\d*)(?:\\.\\d+)?$", maxLength: 96, description })
}

function without(schema: JsonObject, left: readonly string[]): JsonObject {
  const { properties, required } = schema
  if (left.length === 0 || !isObject(properties) || !Array.isArray(required)) return schema
  const kept = Object.entries(properties).filter(([name]) => !left.includes(name))
  const needed = required.filter((name) => !left.includes(String(name)))
  return { ...schema, properties: Object.fromEntries(kept), required: needed }
}

/** Gives fields the service's names, and marks the ones we assume. */
function withAssumedNames(schema: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  const { properties, required } = schema
  if (!isObject(properties)) return schema
  const renamed = Object.entries(properties).map(([ours, property]): [string, Json] => {
    const theirs = names[ours]
    if (theirs === undefined || !isObject(property)) return [ours, property]
    return [theirs, { ...property, "x-undocumented": true }]
  })
  const needed = Array.isArray(required) ? required.map((name) => names[String(name)] ?? name) : []
  return {
    ...schema,
    properties: Object.fromEntries(renamed),
    ...(needed.length > 0 && { required: needed }),
  }
}

/** Writes "this type or null" as one type with two names. */
function simplify(value: Json): Json {
  if (Array.isArray(value)) return value.map(simplify)
  if (!isObject(value)) return value
  const inner: JsonObject = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, simplify(part)])
  )
  const { anyOf, ...rest } = inner
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return inner
  const [first, second] = anyOf
  const isNullable = isObject(first) && typeof first["type"] === "string" && isNull(second)
  return isNullable ? { ...rest, ...first, type: [first["type"] ?? "null", "null"] } : inner
}

function isNull(schema: Json | undefined): boolean {
  return isObject(schema) && schema["type"] === "null"
}

function markKnownCodes({ Error: error }: JsonObject): void {
  const body = isObject(error) && isObject(error["properties"]) ? error["properties"]["error"] : undefined
  const fields = isObject(body) && isObject(body["properties"]) ? body["properties"] : undefined
  if (!fields || !isObject(fields["code"])) throw new Error("the schema of errors has no code")
  const description = "The list can grow: a code outside it is handled by its status."
  fields["code"] = { ...fields["code"], description, "x-known-codes": [...KNOWN_ERROR_CODES] }
}
