import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"

/**
 * Packs the plugin that the run has built.
 *
 * @param folder existing folder for the tarball
 * @returns its path
 */
export async function packPlugin(folder: string): Promise<string> {
  const built = join(process.cwd(), "node_modules", "medusa-payment-onchain")
  const args = ["pack", built, "--ignore-scripts", "--silent", "--pack-destination", folder]
  const { stdout } = await promisify(execFile)("npm", args)
  return join(folder, stdout.trim())
}
