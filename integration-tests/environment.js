const { TestEnvironment } = require("jest-environment-node")

/**
 * Node, with failures that can be told to the process which counts them.
 *
 * A refused call refers to its sockets in circles, an expectation of money to a bigint: a worker that has to send one of them
 * dies of it, and jest runs the whole file again as if nothing had failed. Of such an error its message, its stack and the
 * answer are told.
 */
module.exports = class StoryEnvironment extends TestEnvironment {
  handleTestEvent(event) {
    if (event.name !== "test_done") return
    event.test.errors = event.test.errors.map((error) =>
      Array.isArray(error) ? [tellable(error[0]), error[1]] : tellable(error)
    )
  }
}

function tellable(error) {
  const isFailure = typeof error === "object" && error !== null && "message" in error
  return isFailure && !canBeSent(error) ? inWords(error) : error
}

function canBeSent(error) {
  try {
    JSON.stringify({ ...error })
    return true
  } catch {
    return false
  }
}

function inWords({ message, stack, response }) {
  const answer = response ? `\nHTTP ${response.status}: ${JSON.stringify(response.data)}` : ""
  const told = new Error(message)
  told.stack = `${stack ?? message}${answer}`
  return told
}
