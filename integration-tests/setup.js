/** Runs before each test file: time for a store to boot, and logs only on request (DEBUG=1). */
process.env.LOG_LEVEL ??= process.env.DEBUG ? "info" : "error"
jest.setTimeout(300_000)
