import { positiveAmount } from "../invoices/invoice-creation"
import type { BillingWorld } from "./billing-account"
import { runSponsored } from "./sponsored-operation"
import { USD_DECIMALS } from "./usd-value"

/** A call of a contract that the service pays the gas of. */
export type ContractExecution = { id: string; status: "gas_blocked" | "executed" }

/**
 * Executes a contract, at once or when its gas is covered. It does nothing but consume gas.
 *
 * @param usd dollars of gas
 * @throws SandboxError for an amount that is not valid
 */
export function executeContract(world: BillingWorld, usd: string): ContractExecution {
  const usdUnits = positiveAmount(usd, USD_DECIMALS, "usd")
  const execution: ContractExecution = { id: world.identifiers.id("exec"), status: "gas_blocked" }
  runSponsored(world, {
    reference: execution.id,
    gas: [{ use: "contract_execution", usdUnits }],
    run: () => void (execution.status = "executed"),
  })
  return execution
}
