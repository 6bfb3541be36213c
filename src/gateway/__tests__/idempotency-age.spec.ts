import { isKeyTooOld, keyLifeMs } from "../assumptions"

test("a key is repeated during the first half of the time it is remembered", () => {
  expect([0, 500, 501].map((ageMs) => isKeyTooOld(ageMs, 1_000))).toEqual([false, false, true])
})

test.each([
  [86_400_000, 300_000, 86_400_000],
  [null, 300_000, 300_000],
  [null, 86_400_000, 3_600_000],
  [null, null, 3_600_000],
  [1, null, 1],
])("a key set to %s ms with a quote good for %s ms counts for %s ms", (setting, quoteLifeMs, lifeMs) => {
  expect(keyLifeMs(setting, quoteLifeMs)).toBe(lifeMs)
})
