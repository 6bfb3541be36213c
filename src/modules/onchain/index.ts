import { Module } from "@medusajs/framework/utils"
import validateOptionsLoader from "./loaders/validate-options"
import OnchainModuleService from "./service"

export const ONCHAIN_MODULE = "onchain"

export default Module(ONCHAIN_MODULE, { service: OnchainModuleService, loaders: [validateOptionsLoader] })
export type { OnchainModuleService }

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    onchain: OnchainModuleService
  }
}
