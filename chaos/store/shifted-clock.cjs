/**
 * `node --require`: shifts what the process takes for the time, and nothing else: timers and `performance` go on as they are, as with a
 * machine whose clock is wrong. The milliseconds are in the file that CHAOS_CLOCK_FILE names, which may change at any moment.
 */
const { readFileSync } = require("node:fs")

const file = process.env.CHAOS_CLOCK_FILE
const RealDate = Date
let shiftMs = 0

function read() {
  try {
    shiftMs = Number(readFileSync(file, "utf8")) || 0
  } catch {
    shiftMs = 0
  }
}

if (file) {
  read()
  setInterval(read, 100).unref()
  const now = () => RealDate.now() + shiftMs
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
    apply: () => new RealDate(now()).toString(),
    get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
  })
  RealDate.prototype.constructor = globalThis.Date
}
