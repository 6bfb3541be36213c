import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import ensureDependencyLoader from "./loaders/ensure-dependency"
import OnchainPaymentProvider from "./service"

export default ModuleProvider(Modules.PAYMENT, {
  services: [OnchainPaymentProvider],
  loaders: [ensureDependencyLoader],
})
