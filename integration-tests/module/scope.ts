import { validInput } from "../../src/modules/onchain/options/__tests__/valid-options"
import { scopeColumns, type Scope } from "../../src/modules/onchain/work/scope"

/** The account at the gateway that the module under test is configured for. */
export const scope: Scope = { environment: validInput.environment, businessId: validInput.businessId }
/** Its columns, for rows that a story inserts. */
export const account = scopeColumns(scope)
