import { ShopperCourtesy } from "../shopper-courtesy"

let nowMs = 0
const clock = () => nowMs

beforeEach(() => {
  nowMs = 0
  jest.useFakeTimers({ doNotFake: ["performance"] })
})
afterEach(() => jest.useRealTimers())

/** Lets time pass for timers and the clock alike. */
async function pass(ms: number): Promise<void> {
  for (let n = 0; n < ms; n++) {
    nowMs++
    await jest.advanceTimersByTimeAsync(1)
  }
}

/** Hands over so many webhooks at once, and tells which were begun. */
function burst(courtesy: ShopperCourtesy, count: number) {
  const begun: number[] = []
  const all = Array.from({ length: count }, (_, n) => courtesy.webhooks.take().then(() => begun.push(n)))
  return { begun, end: Promise.all(all) }
}

test("nobody is held while no shopper is there", async () => {
  const { begun, end } = burst(new ShopperCourtesy(clock), 50)
  await end
  expect(begun).toHaveLength(50)
  expect(nowMs).toBe(0)
})

test("beside a shopper one goes through every few milliseconds, in the order they came", async () => {
  const courtesy = new ShopperCourtesy(clock)
  courtesy.welcome()
  const { begun } = burst(courtesy, 10)
  await pass(4)
  expect(begun).toEqual([0])
  await pass(16)
  expect(begun.length).toBeGreaterThanOrEqual(4)
  expect(begun.length).toBeLessThanOrEqual(5)
  await pass(40)
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test("a webhook that comes alone is not held beside a shopper", async () => {
  const courtesy = new ShopperCourtesy(clock)
  courtesy.welcome()
  for (let n = 0; n < 5; n++) {
    const { begun, end } = burst(courtesy, 1)
    await end
    expect(begun).toHaveLength(1)
    await pass(10)
  }
})

test("when the shopper is gone for a moment, the others go through at once", async () => {
  const courtesy = new ShopperCourtesy(clock)
  const leave = courtesy.welcome()
  const { begun } = burst(courtesy, 60)
  leave()
  leave()
  await pass(40)
  expect(begun.length).toBeLessThan(12)
  await pass(70)
  expect(begun).toHaveLength(60)
  const more = burst(courtesy, 20)
  await more.end
  expect(more.begun).toHaveLength(20)
})

test("a shopper who looks at one page after another goes before them all the while", async () => {
  const courtesy = new ShopperCourtesy(clock)
  const { begun } = (courtesy.welcome()(), burst(courtesy, 60))
  for (let page = 0; page < 10; page++) {
    const leave = courtesy.welcome()
    await pass(9)
    leave()
    await pass(1)
  }
  expect(begun.length).toBeLessThan(25)
})

test("however long shoppers stay, a webhook is held for half a second at most", async () => {
  const courtesy = new ShopperCourtesy(clock)
  courtesy.welcome()
  const { begun, end } = burst(courtesy, 1_000)
  await pass(490)
  expect(begun.length).toBeLessThan(120)
  await pass(15)
  expect(begun).toHaveLength(1_000)
  await end
})

test("what is stored is worked on less often beside a shopper, and at once when none is there", async () => {
  const courtesy = new ShopperCourtesy(clock)
  const begun: number[] = []
  const work = (count: number) => {
    for (let n = 0; n < count; n++) void courtesy.deliveries.take().then(() => begun.push(n))
    return pass(0)
  }
  await work(20)
  expect(begun).toHaveLength(20)
  const leave = courtesy.welcome()
  await work(20)
  await pass(100)
  expect(begun.length).toBeGreaterThan(22)
  expect(begun.length).toBeLessThan(27)
  leave()
  await pass(200)
  expect(begun).toHaveLength(40)
})
