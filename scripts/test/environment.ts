import { inspect } from "node:util"
import { ModernFakeTimers } from "@jest/fake-timers"
import { TestEnvironment } from "jest-environment-node"
import { ModuleMocker } from "jest-mock"

type Failure = { message: string; stack?: string; response?: { status?: number; data?: unknown } }

/**
 * Jest's event at the end of a test, before any handler sees it. Errors may be paired with the place of the
 * call.
 */
type TestEvent = { name: string; test?: { errors: unknown[] } }

type Options = ConstructorParameters<typeof TestEnvironment>

/**
 * Node's own global scope (see runtime.js), with failures that can be serialized for the parent process.
 *
 * A refused call refers to its sockets in circles, and an expectation about money to a bigint: a worker that
 * sends one of them crashes, and jest runs the whole file again as if nothing had failed. Only the message,
 * the stack and the answer of such an error are sent.
 */
export default class StoryEnvironment extends TestEnvironment {
  private readonly console = globalThis.console
  private readonly variables = { ...process.env }

  constructor(config: Options[0], context: Options[1]) {
    super(config, context)
    Object.assign(this, { global: globalThis })
    this.moduleMocker = new ModuleMocker(globalThis)
    this.fakeTimersModern = new ModernFakeTimers({ config: config.projectConfig, global: globalThis })
  }

  override async teardown(): Promise<void> {
    await super.teardown()
    // Changes of one file must not reach the next one in this process.
    globalThis.console = this.console
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name]
    Object.assign(process.env, this.variables)
  }

  handleTestEvent(event: TestEvent): void {
    if (event.name !== "test_done" || !event.test) return
    event.test.errors = event.test.errors.map((error) =>
      Array.isArray(error) ? [tellable(error[0]), error[1]] : tellable(error)
    )
  }
}

function tellable(error: unknown): unknown {
  return isFailure(error) && !canBeSent(error) ? inWords(error) : error
}

const isFailure = (error: unknown): error is Failure =>
  typeof error === "object" && error !== null && "message" in error

function canBeSent(error: Failure): boolean {
  try {
    JSON.stringify({ ...error })
    return true
  } catch {
    return false
  }
}

function inWords({ message, stack, response }: Failure): Error {
  const answer = response ? `\nHTTP ${response.status}: ${inspect(response.data, { depth: 6 })}` : ""
  const told = new Error(message)
  told.stack = `${stack ?? message}${answer}`
  return told
}
