import type { Assumptions } from "../../../src/gateway/assumptions"
import type { EndpointName } from "../../../src/gateway/contract"
import { items } from "../coverage/items"

/** A call as the service has it. The key of one without payout recipients. */
export type ExpectedCall = { method: string; path: string; key: "standard" | "payout" }

const CALL = /^(GET|POST) (\/[^\s,]*)(?:,|$)/

/**
 * The call that an endpoint stands for: as the coverage table writes it, so that a mistake in the code's own table is seen. Where the
 * document shows none, its path is an assumption.
 *
 * @returns null for a call that the service does not have
 */
export function expectedCall(name: EndpointName, assumptions: Assumptions): ExpectedCall | null {
  const text = items[`endpoint:${name}`] ?? ""
  const [, method, path] = CALL.exec(text) ?? []
  if (method !== undefined && path !== undefined)
    return { method, path, key: text.endsWith("with the payout key") ? "payout" : "standard" }
  const assumed = Object.entries(assumptions.paths).find(([one]) => one === name)?.[1] ?? null
  return assumed === null
    ? null
    : { method: name === "createIntent" ? "POST" : "GET", path: assumed, key: "standard" }
}
