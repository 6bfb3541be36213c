import { parseAssumptions, type Assumptions, type AssumptionsInput } from "../../../src/gateway/assumptions"
import { otherService } from "./other-service"

/** What a story assumes about the service: given to the sandbox as it is, to the client parsed. */
export type AssumptionSet = { name: string; input: AssumptionsInput; assumptions: Assumptions }

/** Every story runs under each of them; the code under test is the same. */
export const assumptionSets: readonly AssumptionSet[] = [
  set("defaults", {}),
  set("other service", otherService),
]

function set(name: string, input: AssumptionsInput): AssumptionSet {
  return { name, input, assumptions: parseAssumptions(input) }
}
