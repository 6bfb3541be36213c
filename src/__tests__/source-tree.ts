import { execFile } from "node:child_process"
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"

export const repository = path.resolve(__dirname, "../..")

const settings = {
  "tsconfig.json": {
    compilerOptions: { module: "Node16", moduleResolution: "Node16" },
    include: ["src/**/*"],
  },
  "tsconfig.check.json": { extends: "./tsconfig.json", compilerOptions: { jsx: "react-jsx", strict: true } },
  "node_modules/@medusajs/framework/package.json": { name: "@medusajs/framework", main: "index.js" },
}

/** A tiny repository in a temporary folder, for tools that judge whole trees. */
export async function writeSourceTree(files: Record<string, string>) {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), "source-tree-")))
  const all = {
    ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, JSON.stringify(value)])),
    "node_modules/@medusajs/framework/index.js": "module.exports = {}",
    ...files,
  }
  for (const [name, text] of Object.entries(all)) {
    const file = path.join(root, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  return { root, remove: () => rm(root, { recursive: true }) }
}

/** Runs a tool of the repository over a tree. A tool that finds something exits with an error and still reports. */
export function runTool(
  script: string,
  args: string[],
  cwd: string
): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const command = [path.join(repository, "node_modules", script), ...args]
    execFile(process.execPath, command, { cwd, maxBuffer: 32 * 1024 * 1024 }, (_, stdout, stderr) => {
      resolve({ stdout, stderr })
    })
  })
}
