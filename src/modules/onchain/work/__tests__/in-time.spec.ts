import { inTime } from "../claim"

const later = <T>(ms: number, end: () => T) =>
  new Promise<T>((resolve, reject) => {
    setTimeout(() => {
      try {
        resolve(end())
      } catch (error) {
        reject(error)
      }
    }, ms)
  })

test("what is in time is returned, errors too", async () => {
  expect(
    await inTime(
      later(1, () => "done"),
      1_000
    )
  ).toBe("done")
  const failing = later(1, () => {
    throw new Error("no")
  })
  await expect(inTime(failing, 1_000)).rejects.toThrow("no")
})

test("a late result is not awaited, and its error has no effect", async () => {
  const failing = later(30, () => {
    throw new Error("too late")
  })
  expect(await inTime(failing, 5)).toBeUndefined()
  await later(50, () => undefined)
})
