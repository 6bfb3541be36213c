import { parseAssumptions, type Assumptions, type AssumptionsInput } from "../../../src/gateway/assumptions"
import { nestedService } from "./nested-service"
import { otherService } from "./other-service"
import { terseService } from "./terse-service"

/** A story's assumptions about the service: passed to the sandbox as they are, to the client parsed. */
export type AssumptionSet = { name: string; input: AssumptionsInput; assumptions: Assumptions }

/** Every story runs under each of them, with the same code under test. */
export const assumptionSets: readonly AssumptionSet[] = [
  set("defaults", {}),
  set("other service", otherService),
  set("nested service", nestedService),
  set("terse service", terseService),
]

/** @throws Error for a name that no set has */
export function findAssumptionSet(name: string): AssumptionSet {
  const found = assumptionSets.find((one) => one.name === name)
  if (!found) throw new Error(`there is no assumption set ${name}`)
  return found
}

/**
 * A service that answers bare arrays: no page names a next one, and none has more rows than the service's own
 * limit. For stories about lists; every other setting is as in the first set.
 */
export const withoutCursors: AssumptionSet = set("without cursors", {
  list: { itemsFields: [""], maxPageSize: 30, defaultPageSize: 10 },
})

/** Services that page otherwise. For stories about lists; every other setting is as in the first set. */
export const otherPagings: readonly AssumptionSet[] = [
  set("by page number", { list: { paging: "page", itemsFields: [""], pageSize: 10 } }),
  set("by offset", { list: { paging: "offset", totalField: "total", pageSize: 10 } }),
  set("by link", { list: { paging: "link", pageSize: 10 } }),
]

function set(name: string, input: AssumptionsInput): AssumptionSet {
  return { name, input, assumptions: parseAssumptions(input) }
}
