import type { LoaderOptions } from "@medusajs/framework/types"
import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import OnchainPaymentProvider from "./service"

/**
 * Stops the boot, with the missing line, when the payment module does not pass our module to the provider.
 */
async function ensureDependencyLoader({ container }: LoaderOptions): Promise<void> {
  if (container.hasRegistration("onchain")) return
  throw new Error(
    `medusa-payment-onchain: the payment module entry in medusa-config has no \`dependencies: ["onchain"]\`. ` +
      `Add it beside \`options\` (not inside): ` +
      `{ resolve: "@medusajs/medusa/payment", dependencies: ["onchain"], options: { providers: [...] } }`
  )
}

/** Medusa's payment provider. It takes no options: settings are the plugin's, and the payment module injects `onchain`. */
export default ModuleProvider(Modules.PAYMENT, {
  services: [OnchainPaymentProvider],
  loaders: [ensureDependencyLoader],
})
