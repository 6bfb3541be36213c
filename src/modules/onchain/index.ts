import type { ModuleExports } from "@medusajs/framework/types"
import { Module } from "@medusajs/framework/utils"
import validateOptionsLoader from "./loaders/validate-options"
import OnchainModuleService from "./service"

/** Key of the module in Medusa's container: `container.resolve(ONCHAIN_MODULE)`. */
export const ONCHAIN_MODULE = "onchain"

/**
 * The module of the plugin. Its options are those of the plugin.
 *
 * @throws OnchainConfigurationError at boot, listing every invalid option
 */
// The type is named, so that its declaration imports a package that this one declares.
export default Module(ONCHAIN_MODULE, {
  service: OnchainModuleService,
  loaders: [validateOptionsLoader],
}) satisfies ModuleExports<typeof OnchainModuleService>
export type { OnchainModuleService }

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    onchain: OnchainModuleService
  }
}
