const { Module } = require("node:module")
const { sep } = require("node:path")
const { default: JestRuntime } = require("jest-runtime")

const PACKAGES = `${sep}node_modules${sep}`

/** Runs the current test file in this process. */
let current

// Medusa loads a configuration, modules and migrations by path: it gets the same copies as the test file.
Module._extensions[".ts"] = (module, filename) => {
  // It reads the environment, which differs for a file's second store.
  if (filename.endsWith(`${sep}medusa-config.ts`)) current._moduleRegistry.delete(filename)
  module.exports = current.requireModule(filename)
  delete Module._cache[filename]
}

/**
 * Runs tests in Node's own global scope, and leaves packages to Node.
 *
 * In jest's sandbox a store takes 1.7 times the CPU time, and each test file loads all of Medusa again. Files
 * of this repository are still reloaded for each test file.
 */
module.exports = class Runtime extends JestRuntime {
  constructor(...args) {
    super(...args)
    current = this
  }

  createScriptFromCode(code, filename) {
    const script = super.createScriptFromCode(code, filename)
    return { runInContext: (_sandbox, options) => script.runInThisContext(options) }
  }

  // Each test file would compile these again. Their state is on the global object.
  requireInternalModule(from, name) {
    return name === "@jest/expect" ? require(name) : super.requireInternalModule(from, name)
  }

  requireModuleOrMock(from, name) {
    if (name === "@jest/globals" || this._resolver.isCoreModule(name))
      return super.requireModuleOrMock(from, name)
    const path = this._resolver.resolveModule(from, name, { conditions: this.cjsConditions })
    return path.includes(PACKAGES) ? require(path) : super.requireModuleOrMock(from, name)
  }
}
