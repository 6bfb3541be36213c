import { onceMore } from "../service"

/** Fails a number of times, then answers which attempt it is. */
function failing(times: number) {
  let attempts = 0
  return async () => {
    attempts++
    if (attempts <= times) throw new Error(`attempt ${attempts}`)
    return attempts
  }
}

test.each([
  [0, 1, []],
  [1, 2, ["attempt 1"]],
])("what fails %i times is answered by attempt %i", async (times, attempt, failures) => {
  const told: unknown[] = []
  expect(await onceMore(failing(times), (error) => told.push(error))).toBe(attempt)
  expect(told.map(String)).toEqual(failures.map((message) => `Error: ${message}`))
})

test("what fails twice fails, and the first failure is reported", async () => {
  const told: unknown[] = []
  await expect(onceMore(failing(2), (error) => told.push(error))).rejects.toThrow("attempt 2")
  expect(told.map(String)).toEqual(["Error: attempt 1"])
})
