import { StoreClock } from "../claim"

const TEN_MINUTES_MS = 600_000

/** The process's own clock is wrong from here on. */
function shiftOwnClock(ms: number): void {
  const right = Date.now.bind(Date)
  jest.spyOn(Date, "now").mockImplementation(() => right() + ms)
}

afterEach(() => jest.restoreAllMocks())

describe("the time of a process", () => {
  it.each([TEN_MINUTES_MS, -TEN_MINUTES_MS])(
    "is the database's, with an own clock off by %d ms",
    async (ms) => {
      const clock = new StoreClock()
      const database = Date.now()
      shiftOwnClock(ms)
      await clock.follow(() => Promise.resolve(new Date(database)))
      expect(Math.abs(clock.now() - database)).toBeLessThan(1_000)
      expect(Math.abs(clock.ownSkewMs - ms)).toBeLessThan(1_000)
    }
  )

  it("goes on when the own clock jumps", async () => {
    const clock = new StoreClock()
    await clock.follow(() => Promise.resolve(new Date()))
    const before = clock.now()
    shiftOwnClock(TEN_MINUTES_MS)
    expect(clock.now() - before).toBeLessThan(1_000)
  })

  it("is its own until the database has answered", () => {
    shiftOwnClock(TEN_MINUTES_MS)
    expect(Math.abs(new StoreClock().now() - Date.now())).toBeLessThan(1_000)
  })

  it("follows a database whose time has changed, as after a failover", async () => {
    const clock = new StoreClock()
    await clock.follow(() => Promise.resolve(new Date(0)))
    await clock.follow(() => Promise.resolve(new Date(5_000)))
    expect(clock.now()).toBeGreaterThanOrEqual(5_000)
    expect(clock.now()).toBeLessThan(6_000)
  })
})
