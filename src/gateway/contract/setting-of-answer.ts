import type { Enveloped, Identified } from "./envelope"

/** An answer that cannot be read. Holds names, never values. */
export type UnreadableAnswer = {
  fields: readonly string[]
  /** The setting that may make it readable, or two; null when the document names the fields. */
  setting: string | null
}

/** By the resource of a {@link ContractError}. A resource of a list has no envelope of its own. */
const RESOURCES: Readonly<Record<string, { envelope?: Enveloped; id?: Identified }>> = {
  customer: { envelope: "customer", id: "customer" },
  "customer address": { envelope: "address" },
  invoice: { envelope: "invoice", id: "invoice" },
  intent: { envelope: "intent", id: "intent" },
  "withdrawal quote": { envelope: "quote", id: "quote" },
  withdrawal: { envelope: "withdrawal", id: "withdrawal" },
  transaction: { id: "transaction" },
  deposit: { id: "deposit" },
}
const IDENTIFIERS: readonly string[] = ["id", "depositId"]
/** Resources that require only the identifier. */
const BARE: readonly string[] = ["customer", "withdrawal quote"]
/** So many fields are missing only where the resource is somewhere else. */
const OTHER_OBJECT = 3

/**
 * Names the setting behind fields that cannot be read.
 *
 * @param resource of a ContractError
 * @returns null when the document names the fields
 * @example settingOf("invoice", ["id"]) // "assumptions.ids.invoice"
 */
export function settingOf(resource: string, fields: readonly string[]): string | null {
  if (resource.endsWith(" list")) return "assumptions.list.itemsFields"
  if (resource.endsWith(" list, cursor")) return "assumptions.list.nextCursorField"
  if (!Object.hasOwn(RESOURCES, resource)) return null
  const { envelope, id } = RESOURCES[resource] ?? {}
  const byEnvelope = envelope && `assumptions.envelopes.${envelope}`
  const hasNoId = id && IDENTIFIERS.some((name) => fields.includes(name))
  if (byEnvelope && (id === undefined || fields.length >= OTHER_OBJECT)) return byEnvelope
  if (!hasNoId) return null
  const byId = `assumptions.ids.${id}`
  return byEnvelope && BARE.includes(resource) ? `${byEnvelope} or ${byId}` : byId
}
