import type { MedusaContainer } from "@medusajs/framework/types"
import type OnchainModuleService from "../modules/onchain/service"

/**
 * Gives each store of this process a worker of its own, made when it is first needed. What a worker remembers between two runs
 * belongs to one store, and tests run several beside each other.
 *
 * A workflow resolves the module as a new proxy each time, so the store is known by the module's options, which it returns as they are.
 */
export function perStore<Worker>(
  create: (onchain: OnchainModuleService) => Worker
): (container: MedusaContainer) => Worker {
  const workers = new WeakMap<OnchainModuleService["options"], Worker>()
  return (container) => {
    const onchain = container.resolve("onchain")
    const known = workers.get(onchain.options)
    if (known) return known
    const worker = create(onchain)
    workers.set(onchain.options, worker)
    return worker
  }
}
