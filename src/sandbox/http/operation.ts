import { wrapResource, type WireRecord } from "../../gateway/contract"
import type { World } from "../world"
import type { Reply } from "./reply"

/** A call that has passed authentication. */
export type Call = {
  world: World
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  body: unknown
}

/** What one endpoint does with a call. @throws SandboxError to refuse it */
export type Operation = (call: Call) => Reply

/** Answers with one resource in the assumed envelope. */
export function resourceReply({ assumptions }: World, record: WireRecord, status = 200): Reply {
  return { status, body: wrapResource(record, assumptions) }
}
