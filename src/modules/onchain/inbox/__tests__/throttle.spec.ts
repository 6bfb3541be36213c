import { Throttle } from "../inbox"

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const setUp = () => {
  const wake = jest.fn(() => Promise.resolve())
  return { wake, throttle: new Throttle(25) }
}

test("calls within the pause become one at its end, so that none is lost", async () => {
  const { wake, throttle } = setUp()
  for (let n = 0; n < 100; n++) await throttle.request(wake)
  expect(wake).toHaveBeenCalledTimes(1)
  await jest.advanceTimersByTimeAsync(25)
  expect(wake).toHaveBeenCalledTimes(2)
})

test("a steady stream of calls is made once per pause", async () => {
  const { wake, throttle } = setUp()
  for (let ms = 0; ms < 1_000; ms += 5) {
    await throttle.request(wake)
    await jest.advanceTimersByTimeAsync(5)
  }
  expect(wake.mock.calls.length).toBeGreaterThanOrEqual(38)
  expect(wake.mock.calls.length).toBeLessThanOrEqual(42)
})
