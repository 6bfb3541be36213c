/** A value of a JSON document. */
export type Json = string | number | boolean | null | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

/** A copy without anything JSON lacks, such as undefined fields. */
export function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
