import type { ModuleExports } from "@medusajs/framework/types"
import { Module } from "@medusajs/framework/utils"
import validateOptionsLoader from "./loaders/validate-options"
import OnchainModuleService from "./service"

/** Key of the module in Medusa's container: `container.resolve(ONCHAIN_MODULE)`. */
export const ONCHAIN_MODULE = "onchain"

/** The service stays private: what its type names would be most of the declarations that a store downloads. */
const withoutService = <Linkable>(
  module: ModuleExports & { linkable: Linkable }
): ModuleExports & { linkable: Linkable } => module

/** The module of the plugin, with its options. @throws OnchainConfigurationError at boot, listing every invalid option */
export default withoutService(
  Module(ONCHAIN_MODULE, { service: OnchainModuleService, loaders: [validateOptionsLoader] })
)
