import { z } from "zod"
import type { Assumptions } from "../../src/gateway/assumptions"
import { decimalSchema, KNOWN_ERROR_CODES, type Shape } from "../../src/gateway/contract"
import * as readers from "../../src/gateway/contract/readers"
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
  const json = schema instanceof z.ZodType ? ofRequest(schema) : ofAnswer(schema)
  if (!isObject(json)) throw new Error("a schema that is not an object")
  const names = { ...(id && { id: assumptions.ids[id].at(-1) ?? "id" }), ...fields?.(assumptions.fields) }
  return withAssumedNames(without(json, inPath?.(assumptions.paths) ?? []), names)
}

function ofRequest(schema: z.ZodType): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: "input", override: describeDecimal })
  return simplify(toJson(described))
}

const DECIMAL = {
  ...{ pattern: "^(?:0|[1-9]\\d*)(?:\\.\\d+)?$", maxLength: 96 },
  description: "A decimal in token units, as text; never a number.",
}
const { assumed } = readers
/** What each reader takes, by its function: an optional reader has that of the required one. */
const FORMS = new Map<unknown, JsonObject>([
  [readers.text.read, { type: "string" }],
  [readers.anyText.read, { type: "string" }],
  [readers.flag.read, { type: "boolean" }],
  [readers.decimal.read, { type: "string", ...DECIMAL }],
  [readers.baseUnits.read, { type: "string", pattern: "^\\d{1,96}$" }],
  [readers.memoId.read, { type: "string", pattern: "^\\d{1,20}$" }],
  [readers.integer.read, { type: "integer" }],
  [readers.decimals.read, { type: "integer", minimum: 0, maximum: 30 }],
  [readers.number.read, { anyOf: [{ type: "number" }, { type: "string", pattern: "^\\d+(?:\\.\\d+)?$" }] }],
  [assumed.amount.read, { type: "string", ...DECIMAL }],
  [assumed.instant.read, { type: "string", format: "date-time" }],
  [assumed.text.read, { type: "string" }],
  [assumed.count.read, { type: "number", minimum: 0 }],
  [assumed.decimals.read, { type: "integer", minimum: 0, maximum: 30 }],
  [assumed.usd.read, { type: "string" }],
  [assumed.percent.read, { type: "string" }],
  [assumed.usdList.read, { type: "array", items: { type: "string" } }],
])

function ofAnswer(shape: Shape): JsonObject {
  const properties = Object.entries(shape).map(([name, { need, read, shape: inner }]) => {
    const form = inner ? ofAnswer(inner) : FORMS.get(read)
    if (form === undefined) throw new Error(`the reader of ${name} has no form in scripts/openapi/schemas.ts`)
    return [name, need === "required" ? form : simplify({ anyOf: [form, { type: "null" }] })]
  })
  const required = Object.keys(shape).filter((name) => shape[name]?.need === "required")
  return {
    ...{ type: "object", properties: Object.fromEntries(properties) as JsonObject },
    ...(required.length > 0 && { required }),
    additionalProperties: {},
  }
}

/** A check that JSON Schema cannot see is written as a pattern. */
function describeDecimal({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: object }): void {
  if (zodSchema !== decimalSchema) return
  Object.assign(jsonSchema, DECIMAL)
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
