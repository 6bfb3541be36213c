const { DefaultReporter, VerboseReporter } = require("@jest/reporters")

/** What a failing file printed last is told; all of it would hide the failure. */
const LAST_LINES = 12

/**
 * Jest's own way to report, but what a file printed stands after its failures, and a file that passed keeps it to itself. In the
 * verbose form jest prints it at once.
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
