import { MedusaModule } from "@medusajs/framework/modules-sdk"
import type { ICustomerModuleService, ILockingModule } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { exclusivelyBy, type Exclusively } from "../../modules/onchain/work/locks"

/**
 * Finds out whether a customer has an account. Core names the customer of a signed-in request; a merchant's
 * own workflow may name a guest.
 *
 * Read from Medusa's registry of modules: a shop should not have to list the customer and locking modules as
 * dependencies of the payment module.
 *
 * @returns the id, or null for a guest
 */
export async function findAccountHolder(customerId: string | undefined): Promise<string | null> {
  if (!customerId) return null
  const found = await customerModule()?.listCustomers(
    { id: customerId, has_account: true },
    { select: ["id"], take: 1 }
  )
  return found?.[0]?.id === customerId ? customerId : null
}

export const runExclusively: Exclusively = async (key, job) => {
  const locking = lockingModule()
  if (!locking) throw new Error("medusa-payment-onchain: Medusa's locking module is not loaded")
  return exclusivelyBy(locking)(key, job)
}

function customerModule(): ICustomerModuleService | undefined {
  const loaded: { customer?: ICustomerModuleService } | undefined = MedusaModule.getModuleInstance(
    Modules.CUSTOMER
  )
  return loaded?.customer
}

function lockingModule(): ILockingModule | undefined {
  const loaded: { locking?: ILockingModule } | undefined = MedusaModule.getModuleInstance(Modules.LOCKING)
  return loaded?.locking
}

/**
 * Repeats a job once when it fails: a connection may break after the work was done. @param onFailure gets the
 * first error
 */
export async function onceMore<T>(job: () => Promise<T>, onFailure: (error: unknown) => void): Promise<T> {
  try {
    return await job()
  } catch (error) {
    onFailure(error)
    return job()
  }
}
