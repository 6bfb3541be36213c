import { setTimeout as pause } from "node:timers/promises"
import { ShopperCourtesy } from "../shopper-courtesy"

/** Hands over so many webhooks that take a moment, and tells which were begun. */
function burst(courtesy: ShopperCourtesy, count: number) {
  const begun: number[] = []
  const all = Array.from({ length: count }, (_, n) =>
    courtesy.handle(async () => {
      begun.push(n)
      await pause(5)
      return n
    })
  )
  return { begun, end: Promise.all(all) }
}

test("nobody is held while no shopper is there", async () => {
  const { begun, end } = burst(new ShopperCourtesy(), 50)
  expect(begun).toHaveLength(50)
  expect(await end).toEqual(Array.from({ length: 50 }, (_, n) => n))
})

test("beside a shopper a few go through at once, and the others when the shopper is done", async () => {
  const courtesy = new ShopperCourtesy()
  const leave = courtesy.welcome()
  const { begun, end } = burst(courtesy, 10)
  expect(begun).toEqual([0, 1])
  await pause(20)
  expect(begun).toEqual([0, 1])
  leave()
  leave()
  expect(begun).toHaveLength(2)
  await end
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test("a shopper who comes while they are let go is not behind all of them", async () => {
  const courtesy = new ShopperCourtesy()
  const leave = courtesy.welcome()
  const { begun, end } = burst(courtesy, 30)
  leave()
  const leaveAgain = courtesy.welcome()
  await pause(20)
  expect(begun.length).toBeLessThan(5)
  leaveAgain()
  await end
})

test("however long shoppers stay, a webhook is held for a tenth of a second at most", async () => {
  jest.useFakeTimers()
  try {
    const courtesy = new ShopperCourtesy()
    courtesy.welcome()
    const begun: number[] = []
    const handled = Array.from({ length: 20 }, (_, n) => courtesy.handle(async () => begun.push(n)))
    await jest.advanceTimersByTimeAsync(99)
    expect(begun).toEqual([0, 1])
    await jest.advanceTimersByTimeAsync(1)
    expect(begun).toHaveLength(20)
    await Promise.all(handled)
  } finally {
    jest.useRealTimers()
  }
})

test("a webhook that fails makes room like any other", async () => {
  const courtesy = new ShopperCourtesy()
  courtesy.welcome()
  for (let n = 0; n < 5; n++)
    await expect(courtesy.handle(() => Promise.reject(new Error("no")))).rejects.toThrow("no")
  const { begun } = burst(courtesy, 2)
  expect(begun).toHaveLength(2)
})
