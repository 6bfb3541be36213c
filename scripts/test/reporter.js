const { DefaultReporter, VerboseReporter } = require("@jest/reporters")

/** The last output of a failing file is shown; all of it would hide the failure. */
const LAST_LINES = 12

/**
 * Jest's own reporter, but a file's output follows its failures, and a passing file's output is dropped. In
 * the verbose form jest prints it at once.
 */
const quietly = (Reporter) =>
  class extends Reporter {
    printTestFileHeader(path, config, result) {
      super.printTestFileHeader(path, config, { ...result, console: undefined })
    }

    printTestFileFailureMessage(path, config, result) {
      super.printTestFileFailureMessage(path, config, result)
      if (!result.failureMessage || !result.console) return
      const lines = result.console.flatMap(({ message }) => message.split("\n"))
      this.log(`  What it printed last:\n\n${lines.slice(-LAST_LINES).join("\n")}\n`)
    }
  }

module.exports = function createReporter(globalConfig) {
  const Reporter = quietly(globalConfig.verbose ? VerboseReporter : DefaultReporter)
  return new Reporter(globalConfig)
}
