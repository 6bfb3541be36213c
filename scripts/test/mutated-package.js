/**
 * Loaded before anything else in a process whose environment names a mutant: the installed plugin has it then, as if it had been
 * built from it.
 */
const Module = require("node:module")
const { join } = require("node:path")
const { compileText, mutate, ROOT } = require("./mutant-text")

/** As `scripts/package/compile-server.ts` names the folder. */
const toBuilt = (code) => code.replace(/(require\("(?:\.{1,2}\/)+)workflows\//g, "$1flows/")

const { PLUGIN_MUTANT } = process.env
if (PLUGIN_MUTANT) {
  const mutant = JSON.parse(PLUGIN_MUTANT)
  const built = join(
    ROOT,
    "node_modules/medusa-payment-onchain/.medusa/server",
    mutant.file.replace("src/workflows/", "src/flows/").replace(/\.ts$/, ".js")
  )
  const load = Module._extensions[".js"]
  Module._extensions[".js"] = (module, filename) =>
    filename === built
      ? module._compile(toBuilt(compileText(mutate(mutant), filename)), filename)
      : load(module, filename)
}
