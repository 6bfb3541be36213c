import type { MedusaContainer } from "@medusajs/framework/types"
import type OnchainModuleService from "../modules/onchain/service"

export type WorkerOf<Worker> = (container: MedusaContainer) => Worker

/**
 * Gives each store of this process its own worker, made when it is first needed. A worker's memory belongs to
 * one store, and tests run several beside each other.
 *
 * A workflow resolves the module as a new proxy each time, so the store is identified by the module's
 * options.
 */
export function perStore<Worker>(create: (onchain: OnchainModuleService) => Worker): WorkerOf<Worker> {
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
