import { spawn } from "node:child_process"
import { once } from "node:events"
import { join, resolve } from "node:path"

/** Directory of the repository. */
export const root = resolve(__dirname, "..", "..")

/**
 * Runs a program installed in `node_modules`, its output going straight to ours.
 *
 * @param name as in `node_modules/.bin`
 * @returns exit code, or null when a signal ended it
 */
export async function runTool(name: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(join(root, "node_modules", ".bin", name), args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: "inherit",
  })
  const [code] = (await once(child, "exit")) as [number | null]
  return code
}
