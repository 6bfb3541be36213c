import { types } from "node:util"

/**
 * Makes `instanceof Error` true for errors that Node itself throws.
 *
 * Jest runs a test file with an `Error` of its own, so code that looks at the error of a system call, as
 * `scripts/process` does, would not recognise it. Lasts for the test file that calls this.
 */
export function recogniseNodeErrors(): void {
  const isInstance = Function.prototype[Symbol.hasInstance]
  Object.defineProperty(Error, Symbol.hasInstance, {
    value(this: unknown, error: unknown) {
      return isInstance.call(this, error) || (this === Error && types.isNativeError(error))
    },
  })
}
