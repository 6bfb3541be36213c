import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join, parse, resolve } from "node:path"
import { type Claim, tryClaim } from "../process/claim"

const stores = resolve(__dirname, "..", "..", ".cache", "stores")
const manifest = { name: "store", private: true, dependencies: { "@medusajs/medusa": "*" } }
/** What `medusa build` compiles: the configuration, without following it out of the directory. */
const compilation = {
  compilerOptions: { allowJs: true, noResolve: true, module: "commonjs", target: "es2022", types: [] },
  include: ["medusa-config.js"],
}

/** A directory the Medusa command line accepts as a project, held until released. */
export interface StoreDirectory {
  readonly path: string
  /** The store finds this plugin before the installed one. */
  usePlugin(plugin: string): void
  release(): void
}

/**
 * Sets up a project directory around a configuration file.
 *
 * Medusa requires a package.json beside the configuration and writes the admin's files there, so every
 * running store needs its own directory. Numbered ones are reused, which keeps Vite's cache warm. Subscribers
 * are taken from a directory of that name beside the configuration, where there is one.
 *
 * @param configFile absolute path of a medusa-config.ts
 * @param kind of stores that use the same numbers: one that is built finds the build of the last one
 * @example const directory = claimStoreDirectory(resolve("demo/store/medusa-config.ts"))
 */
export function claimStoreDirectory(configFile: string, kind = ""): StoreDirectory {
  for (let number = 1; ; number += 1) {
    const path = join(stores, `${kind}${number}`)
    const claim = tryClaim(`${path}.lock`)
    if (claim) return prepare(path, configFile, claim)
  }
}

function prepare(path: string, configFile: string, claim: Claim): StoreDirectory {
  mkdirSync(join(path, "src"), { recursive: true })
  writeFileSync(join(path, "package.json"), JSON.stringify(manifest))
  writeFileSync(join(path, "tsconfig.json"), JSON.stringify(compilation))
  // Absolute, because a build copies the file elsewhere.
  const target = JSON.stringify(configFile)
  writeFileSync(join(path, "medusa-config.js"), `module.exports = require(${target}).default\n`)
  linkSubscribers(join(path, "src", "subscribers"), join(dirname(configFile), "subscribers"))
  const link = join(path, "node_modules", "medusa-payment-onchain")
  rmSync(link, { force: true })
  return {
    path,
    usePlugin(plugin) {
      mkdirSync(dirname(link), { recursive: true })
      rmSync(link, { force: true })
      symlinkSync(plugin, link)
    },
    release: () => claim.release(),
  }
}

function linkSubscribers(directory: string, source: string): void {
  rmSync(directory, { recursive: true, force: true })
  if (!existsSync(source)) return
  mkdirSync(directory)
  for (const file of readdirSync(source)) {
    const target = JSON.stringify(join(source, file))
    writeFileSync(join(directory, `${parse(file).name}.js`), `Object.assign(exports, require(${target}))\n`)
  }
}
