import { CheckoutPriority } from "../claim"

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
function burst(priority: CheckoutPriority, count: number) {
  const begun: number[] = []
  const all = Array.from({ length: count }, (_, n) => priority.webhooks.take().then(() => begun.push(n)))
  return { begun, end: Promise.all(all) }
}

test("no webhook is held while there is no shopper", async () => {
  const { begun, end } = burst(new CheckoutPriority(undefined, clock), 50)
  await end
  expect(begun).toHaveLength(50)
  expect(nowMs).toBe(0)
})

test("beside a shopper one goes through every two milliseconds, in the order they came", async () => {
  const priority = new CheckoutPriority(undefined, clock)
  priority.enter()
  const { begun } = burst(priority, 10)
  await pass(1)
  expect(begun).toEqual([0])
  await pass(8)
  expect(begun.length).toBeGreaterThanOrEqual(4)
  expect(begun.length).toBeLessThanOrEqual(5)
  await pass(16)
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test("when the shopper is gone for a moment, the others go through at once", async () => {
  const priority = new CheckoutPriority(undefined, clock)
  const leave = priority.enter()
  const { begun } = burst(priority, 60)
  leave()
  leave()
  await pass(40)
  expect(begun.length).toBeLessThan(24)
  await pass(70)
  expect(begun).toHaveLength(60)
  const more = burst(priority, 20)
  await more.end
  expect(more.begun).toHaveLength(20)
})

test("however long shoppers stay, a webhook is held for half a second at most", async () => {
  const priority = new CheckoutPriority(undefined, clock)
  priority.enter()
  const { begun, end } = burst(priority, 1_000)
  await pass(490)
  expect(begun.length).toBeLessThan(260)
  await pass(15)
  expect(begun).toHaveLength(1_000)
  await end
})

test("the inbox is processed less often beside a shopper, and at once without one", async () => {
  const priority = new CheckoutPriority(undefined, clock)
  const begun: number[] = []
  const work = (count: number) => {
    for (let n = 0; n < count; n++) void priority.deliveries.take().then(() => begun.push(n))
    return pass(0)
  }
  await work(20)
  expect(begun).toHaveLength(20)
  const leave = priority.enter()
  await work(20)
  await pass(100)
  expect(begun.length).toBeGreaterThan(22)
  expect(begun.length).toBeLessThan(27)
  leave()
  await pass(200)
  expect(begun).toHaveLength(40)
})

test("while webhooks come in, stored ones wait for each other, for two seconds at most", async () => {
  let isStoring = true
  const priority = new CheckoutPriority(() => isStoring, clock)
  const begun: number[] = []
  for (let n = 0; n < 20; n++) void priority.deliveries.take().then(() => begun.push(n))
  await pass(1_000)
  expect(begun).toEqual([0, 1, 2, 3, 4])
  await pass(1_000)
  expect(begun).toHaveLength(20)

  for (let n = 20; n < 30; n++) void priority.deliveries.take().then(() => begun.push(n))
  isStoring = false
  await pass(50)
  expect(begun).toHaveLength(30)
})
