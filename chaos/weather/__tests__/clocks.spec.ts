import { execFileSync } from "node:child_process"
import { clockAhead, clockBehind } from "../clocks"
import type { Weather } from "../weather"

const asked = `
  const started = performance.now()
  setTimeout(() => console.log(JSON.stringify({
    now: Date.now(),
    made: new Date().getTime(),
    given: new Date(5).getTime(),
    text: Date.parse(Date()),
    isDate: new Date() instanceof Date && new Date(0).constructor === Date,
    tookMs: performance.now() - started,
  })), 50)`

/** What a process of the store takes for the time. */
function ask(weather: Weather, name: string) {
  const env = { PATH: process.env.PATH, ...weather.env?.(name) }
  return JSON.parse(execFileSync(process.execPath, ["--eval", asked], { env, encoding: "utf8" }))
}

describe("the clock of a process", () => {
  it.each([
    [clockAhead, "server-1", 600_000],
    [clockAhead, "worker", 0],
    [clockBehind, "store", -600_000],
  ])("is off from its first moment, and its timers are not", (weather, name, shiftMs) => {
    const expected = Date.now() + shiftMs
    const { now, made, given, text, isDate, tookMs } = ask(weather, name)
    for (const time of [now, made, text]) expect(Math.abs(time - expected)).toBeLessThan(20_000)
    expect({ given, isDate }).toEqual({ given: 5, isDate: true })
    expect(tookMs).toBeGreaterThanOrEqual(49)
    expect(tookMs).toBeLessThan(20_000)
  })
})
