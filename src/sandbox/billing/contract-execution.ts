import { conflict } from "../sandbox-error"
import type { BillingWorld } from "./billing-account"
import { payGas } from "./gas-credit"
import { toUsdUnits } from "./usd-value"

/**
 * Consumes gas as a sponsored contract execution that a person orders does.
 *
 * @param usd dollars
 * @throws SandboxError when the credit does not cover it
 */
export function executeContract(world: BillingWorld, usd: string): void {
  const gas = [{ use: "contract_execution", usdUnits: toUsdUnits(usd) } as const]
  if (!payGas(world, { gas, reference: "dashboard" })) throw conflict(`the gas credit is less than $${usd}`)
}
