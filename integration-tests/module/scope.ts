import { validInput } from "../../src/modules/onchain/options/__tests__/valid-options"
import { type Scope, scopeColumns } from "../../src/modules/onchain/work/claim"

/** The account at the gateway that the module under test is configured for. */
export const scope: Scope = { environment: validInput.environment, businessId: validInput.businessId }
/** Its columns, for rows that a story inserts. */
export const account = scopeColumns(scope)
