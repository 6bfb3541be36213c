import { resolve } from "node:path"
import type * as Workflows from "medusa-payment-onchain/workflows"

const INSTALLED = resolve(
  process.cwd(),
  "node_modules/medusa-payment-onchain/.medusa/server/src/workflows/index.js"
)

/**
 * The workflows that the store has loaded. The package's name would lead to this repository's own build: other workflows under the
 * same ids, whose errors the store's routes do not know.
 */
export async function installedWorkflows(): Promise<typeof Workflows> {
  return (await import(INSTALLED)) as typeof Workflows
}
