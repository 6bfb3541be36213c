import type { LoaderOptions } from "@medusajs/framework/types"
import { parseOptions } from "../options/options"

/**
 * Stops the boot when the plugin's options are wrong, with every problem in one message. @throws
 * ConfigurationError
 */
export default async function validateOptionsLoader({ options }: LoaderOptions): Promise<void> {
  parseOptions(options)
}
