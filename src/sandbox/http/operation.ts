import type { Enveloped, WireRecord } from "../../gateway/contract"
import type { World } from "../world"
import type { Reply } from "./reply"
import { toRecord, wrapResource } from "./wire-writer"

/** An authenticated call. */
export type Call = {
  world: World
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  /** As requested, without the query. */
  path: string
  body: unknown
}

/** @throws SandboxError to refuse the call */
export type Operation = (call: Call) => Reply

export function resourceReply(
  { assumptions }: World,
  kind: Enveloped,
  resource: WireRecord,
  status = 200
): Reply {
  return { status, body: wrapResource(toRecord(kind, resource, assumptions), kind, assumptions) }
}
