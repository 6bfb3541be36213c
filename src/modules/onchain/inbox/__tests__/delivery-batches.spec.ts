import { DeliveryBatches, type NewDelivery } from "../inbox"

const delivery = (id: string, rawBody = "{}"): NewDelivery => ({
  id,
  event: "invoice.paid",
  resourceId: null,
  rawBody,
})

const invalid = Object.assign(new Error("invalid byte sequence"), { code: "22021" })
const outage = new Error("Knex: Timeout acquiring a connection. The pool is probably full.")

/** A table that takes what is new, and remembers each statement. */
function setUp(problemWith: (id: string, statement: number) => Error | undefined = () => undefined) {
  const stored = new Map<string, string>()
  const statements: string[][] = []
  const batches = new DeliveryBatches(async (deliveries) => {
    const statement = statements.push(deliveries.map(({ id }) => id))
    await new Promise(setImmediate)
    const problem = deliveries.map(({ id }) => problemWith(id, statement)).find((found) => found)
    if (problem) throw problem
    const fresh = deliveries.filter(({ id, rawBody }) => !stored.has(id) && stored.set(id, rawBody))
    return fresh.map(({ id }) => id)
  })
  return { batches, stored, statements }
}

test("deliveries that come while writes are on their way share the next statement", async () => {
  const { batches, statements } = setUp()
  const ids = ["a", "b", "c", "d", "e"]
  expect(await Promise.all(ids.map((id) => batches.add(delivery(id))))).toEqual(ids.map(() => true))
  expect(statements).toEqual([["a"], ["b"], ["c", "d", "e"]])
})

test("of several with one id the first to come is the one that is stored", async () => {
  const { batches, stored } = setUp()
  const bodies = ["first", "second", "third"]
  await Promise.all([batches.add(delivery("x")), batches.add(delivery("y"))])
  const results = await Promise.all(bodies.map((body) => batches.add(delivery("same", body))))
  expect(results).toEqual([true, false, false])
  expect(stored.get("same")).toBe("first")
})

const outcomesOf = async (added: Promise<boolean>[]) =>
  (await Promise.allSettled(added)).map((one) => (one.status === "fulfilled" ? one.value : one.reason))

test("without a connection all that wait are answered at once, with one attempt per writer", async () => {
  let isDown = true
  const { batches, statements } = setUp(() => (isDown ? outage : undefined))
  const added = Array.from({ length: 300 }, (_, n) => batches.add(delivery(`d${n}`)))
  expect(new Set(await outcomesOf(added))).toEqual(new Set([outage]))
  expect(statements).toEqual([["d0"], ["d1"]])
  isDown = false
  expect(await batches.add(delivery("d0"))).toBe(true)
})

test("a connection that is lost while they are stored one by one is waited for once", async () => {
  const { batches, statements } = setUp((id, statement) => {
    if (statement >= 5) return outage
    return id === "bad" ? invalid : undefined
  })
  const added = ["a", "b", "c", "bad", "d", "e", "f", "g"].map((id) => batches.add(delivery(id)))
  expect(await outcomesOf(added)).toEqual([true, true, true, ...Array.from({ length: 5 }, () => outage)])
  expect(statements.length).toBeLessThanOrEqual(6)
})

test("a burst beyond one statement is stored whole", async () => {
  const { batches, stored, statements } = setUp()
  await Promise.all(Array.from({ length: 500 }, (_, n) => batches.add(delivery(`d${n}`))))
  expect(stored.size).toBe(500)
  expect(Math.max(...statements.map((ids) => ids.length))).toBeLessThanOrEqual(64)
})

test("it is busy while deliveries come in, and for a moment after the last", async () => {
  let now = 0
  const batches = new DeliveryBatches(
    (deliveries) => Promise.resolve(deliveries.map(({ id }) => id)),
    () => now
  )
  expect(batches.isBusy).toBe(false)
  await batches.add(delivery("a"))
  expect(batches.isBusy).toBe(true)
  now += 20
  expect(batches.isBusy).toBe(false)
})
